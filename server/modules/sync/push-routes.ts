import { ApiError } from '#contract/errors.ts';
import { custodyCause, keepForDecision, openWrites } from '#server/modules/quarantine/encrypted-work.ts';
import { loadActorOfUser } from '#server/plugins/actor.ts';
import { isAccepted } from '#server/plugins/answer.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { deviceOfUploadToken, noteContact, refuseEnded } from './devices.ts';
import { refuseForgotten } from './forgotten-writes.ts';
import { readWrite, runTogether } from './push.ts';

export const pushRoutes: Module = (api) => {
  const { config, now } = api.dependencies;

  api.handleFree('sync.ping', async () => ({ server_time: now().toISOString() }));

  api.handleFree('sync.push', async ({ db, actor, body, context }) => {
    const last = await refuseForgotten(db, actor.user_id, body.device);
    const queue = body.writes.map(readWrite);
    const answers = await runTogether(api, { actor, device: body.device, context }, queue);
    const accepted = answers.filter(isAccepted).length;
    await noteContact(db, actor.user_id, body.device, accepted, context.now, last);
    return { server_time: now().toISOString(), answers };
  });

  api.handleFree('sync.push-sealed', async ({ db, credentials, body, context }) => {
    const device = await deviceOfUploadToken(db, credentials, body.device.device_id);
    const last = await refuseForgotten(db, device.user_id, body.device);
    const loaded = await loadActorOfUser(db, device.user_id);
    if (loaded === null) throw new ApiError('device.unknown');
    const cause = custodyCause(device, loaded);
    if (cause === null) refuseEnded(device);
    const queue = await openWrites(config.secret, device, body.writes);
    const { device_id, device_now } = body.device;
    const answers =
      cause === null
        ? await runTogether(api, { actor: loaded.actor, device: body.device, context }, queue)
        : await keepForDecision(db, { author: device.user_id, device_id, device_now, cause, context }, queue);
    const accepted = answers.filter(isAccepted).length;
    await noteContact(db, device.user_id, body.device, accepted, context.now, last);
    return {
      server_time: now().toISOString(),
      // The holder of this token can upload, not read: acknowledgments only.
      answers: answers.map(
        ({ row: _row, fields: _fields, changed: _changed, ...acknowledgement }) => acknowledgement,
      ),
    };
  });
};
