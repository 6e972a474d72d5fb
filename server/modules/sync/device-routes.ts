import { audit } from '#server/db/audit.ts';
import { followFiles } from '#server/db/follows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import {
  deviceOfUploadToken,
  listDevices,
  listUnsynced,
  noteContact,
  readEscrow,
  refuseEnded,
  registerDevice,
} from './devices.ts';
import { noteWiped, refuseLost, reportLost } from './lost-devices.ts';

export const deviceRoutes: Module = (api) => {
  const { config, now } = api.dependencies;
  const { secret } = config;
  api.handle('device.register', async ({ tx, actor, params, body, context }) => ({
    upload_token: await registerDevice(
      tx,
      secret,
      { device_id: params.id, user_id: actor.user_id },
      actor.sign_in_id,
      body,
      context,
    ),
  }));
  api.handle('device.read-escrow', async ({ tx, actor, params, context }) => ({
    data_key: await readEscrow(tx, secret, { device_id: params.id, user_id: actor.user_id }, context),
  }));
  api.handle('sync.follow', async ({ tx, actor, params, body, context }) => {
    const follower = { device_id: params.device_id, user_id: actor.user_id };
    await refuseLost(tx, follower.device_id);
    const { students, added } = await followFiles(tx, follower, body.students);
    for (const row_id of added) {
      await audit(tx, context, { user_id: actor.user_id, action: 'student.read', entity: 'student', row_id });
    }
    return { students };
  });
  api.handle('device.list', async ({ tx, actor }) => listDevices(tx, actor));
  api.handle('device.list-unsynced', async ({ tx, actor, query }) =>
    listUnsynced(tx, actor, query.device_id),
  );
  api.handle('device.report-lost', async ({ tx, actor, params, body, context }) =>
    reportLost(tx, actor, { device_id: params.id, is_lost: body.is_lost }, context),
  );
  api.handleFree('sync.check-in', async ({ db, credentials, body, context }) => {
    const device = await deviceOfUploadToken(db, credentials, body.device.device_id);
    if (device.lost_at === null) refuseEnded(device);
    await db.transaction(async (tx) => {
      await noteContact(tx, device.user_id, body.device, 0, context.now);
      if (body.forgets_key) await noteWiped(tx, secret, device, { ...body, credentials }, context);
    });
    return { server_time: now().toISOString(), is_lost: device.lost_at !== null };
  });
};
