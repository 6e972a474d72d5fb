import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { OwnDevice } from '#contract/auth.ts';
import { ApiError } from '#contract/errors.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { devices } from '#server/db/schema/sync.ts';
import type { RequestContext, SignedInActor } from '#server/records/call.ts';

function openSignIns(userId: string, now: string) {
  return and(eq(sign_ins.user_id, userId), isNull(sign_ins.ended_at), gt(sign_ins.expires_at, now));
}

/** The devices on which the caller is logged in, each once, last seen first. */
export async function listOwnDevices(
  tx: Transaction,
  actor: SignedInActor,
  now: string,
): Promise<OwnDevice[]> {
  const rows = await tx
    .select()
    .from(sign_ins)
    .where(openSignIns(actor.user_id, now))
    .orderBy(desc(sign_ins.last_seen_at), desc(sign_ins.signed_in_at), desc(sign_ins.id));
  const current = rows.find(({ id }) => id === actor.sign_in_id);
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const place = row.device_id ?? row.id;
    if (seen.has(place)) return [];
    seen.add(place);
    const is_current = current !== undefined && place === (current.device_id ?? current.id);
    return [
      {
        id: row.id,
        device_id: row.device_id,
        browser: row.browser,
        signed_in_at: new Date(row.signed_in_at).toISOString(),
        last_seen_at: new Date(row.last_seen_at).toISOString(),
        is_current,
      },
    ];
  });
}

/**
 * Ends the caller's logins on another device, and its upload token: what is unsynced there stays encrypted
 * until they log in on it again.
 * @param signInId any of the caller's open logins on that device
 */
export async function endOwnDevice(
  tx: Transaction,
  actor: SignedInActor,
  signInId: string,
  context: RequestContext,
): Promise<void> {
  const open = openSignIns(actor.user_id, context.now);
  const rows = await tx.select().from(sign_ins).where(open).orderBy(sign_ins.id).for('update');
  const asked = rows.find(({ id }) => id === signInId);
  if (asked === undefined) throw new ApiError('record.absent');
  const place = asked.device_id;
  const there = rows.filter(
    ({ id, device_id }) => id === signInId || (place !== null && device_id === place),
  );
  if (there.some(({ id }) => id === actor.sign_in_id)) {
    throw new ApiError('access.denied', {
      message: "This is the device you're using. Choose Logout in the user menu.",
    });
  }
  for (const { id } of there) {
    await tx.update(sign_ins).set({ ended_at: context.now }).where(eq(sign_ins.id, id));
  }
  if (place !== null) {
    // After the logins: a registration in progress holds one of them.
    await tx
      .update(devices)
      .set({ upload_ended_at: context.now })
      .where(and(eq(devices.id, place), eq(devices.user_id, actor.user_id), isNull(devices.upload_ended_at)));
  }
  await audit(tx, context, {
    user_id: actor.user_id,
    action: 'auth.end-own-device',
    entity: 'sign_in',
    row_id: signInId,
    details: place === null ? {} : { device_id: place },
  });
}
