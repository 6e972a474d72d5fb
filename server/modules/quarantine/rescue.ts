import { and, eq } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { RescueFile } from '#contract/quarantine.ts';
import type { WriteAnswer } from '#contract/sync.ts';
import { audit } from '#server/db/audit.ts';
import type { Database } from '#server/db/database.ts';
import { devices } from '#server/db/schema/sync.ts';
import { runBatch } from '#server/modules/sync/push.ts';
import { loadActorOfUser } from '#server/plugins/actor.ts';
import type { Api } from '#server/plugins/answered-call.ts';
import type { RequestContext, SignedInActor } from '#server/records/call.ts';
import { custodyCause, keepForDecision, openWrites } from './encrypted-work.ts';

/**
 * Runs the writes of a file as their author, in the file's order, each once however often the file is
 * imported. Those of an inactive author are held for review.
 */
export async function importRescue(
  db: Database,
  execute: Api['execute'],
  secret: string,
  { actor, file, context }: { actor: SignedInActor; file: RescueFile; context: RequestContext },
): Promise<{ author_name: string; answers: Omit<WriteAnswer, 'row'>[] }> {
  const { device_id, user_id: author } = file;
  const [device] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, device_id), eq(devices.user_id, author)));
  const loaded = await loadActorOfUser(db, author);
  if (device === undefined || loaded === null) {
    throw new ApiError('record.absent', {
      message: "This file is from an unknown device, so it can't be opened.",
    });
  }
  const queue = await openWrites(secret, device, file.writes);
  await audit(db, context, {
    user_id: actor.user_id,
    action: 'rescue.import',
    entity: 'device',
    row_id: device_id,
    details: { on_behalf_of: author, writes: queue.length },
  });
  // The file doesn't say how wrong the device's clock is: its times are taken as they are.
  const device_now = context.now;
  const cause = custodyCause(device, loaded);
  const answers =
    cause === null
      ? await runBatch(execute, { actor: loaded.actor, device: { device_id, device_now }, context }, queue)
      : await keepForDecision(db, { author, device_id, device_now, cause, context }, queue);
  return {
    author_name: loaded.actor.name,
    answers: answers.map(({ row: _row, ...answer }) => answer),
  };
}
