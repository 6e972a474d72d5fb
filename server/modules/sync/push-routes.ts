import { Refusal } from '#contract/errors.ts';
import { loadActorOfUser } from '#server/plugins/actor.ts';
import { isAccepted, problemOf } from '#server/plugins/answer.ts';
import type { Module } from '#server/plugins/call.ts';
import { deviceOfUploadToken, noteContact } from './devices.ts';
import { openDataKey } from './escrow.ts';
import { type QueuedWrite, runBatch } from './push.ts';
import { importDataKey, openWrite } from './push-sealed.ts';

export const pushRoutes: Module = (api) => {
  const { config, now } = api.surroundings;

  api.handleFree('sync.ping', async () => ({ server_time: now().toISOString() }));

  api.handleFree('sync.push', async ({ db, actor, body, facts }) => {
    const queue = body.writes.map((write) => ({ write }));
    const answers = await runBatch(api.execute, { actor, device: body.device, facts }, queue);
    await noteContact(db, actor.user_id, body.device, answers.filter(isAccepted).length, facts.now);
    return { server_time: now().toISOString(), answers };
  });

  api.handleFree('sync.push-sealed', async ({ db, credentials, body, facts }) => {
    if (credentials === null) throw new Refusal('device.unknown');
    const device = await deviceOfUploadToken(db, credentials, body.device.device_id);
    const loaded = await loadActorOfUser(db, device.user_id);
    if (loaded === null) throw new Refusal('device.unknown');
    const of = { device_id: device.id, user_id: device.user_id };
    const key = await importDataKey(openDataKey(config.secret, of, device.sealed_data_key));
    const queue: QueuedWrite[] = loaded.is_active
      ? await Promise.all(body.writes.map((write) => openWrite(key, write)))
      : body.writes.map((write) => ({ write, answer: problemOf('access.denied') }));
    const answers = await runBatch(api.execute, { actor: loaded.actor, device: body.device, facts }, queue);
    await noteContact(db, device.user_id, body.device, answers.filter(isAccepted).length, facts.now);
    return {
      server_time: now().toISOString(),
      // Whoever holds this token can hand in, not read: acknowledgements only.
      answers: answers.map(({ row: _row, fields: _fields, ...acknowledgement }) => acknowledgement),
    };
  });
};
