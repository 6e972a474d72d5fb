import { ApiError } from '#contract/errors.ts';
import { audit } from '#server/db/audit.ts';
import { deviceOfUploadToken, noteContact, refuseEnded } from '#server/modules/sync/devices.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { acceptWrite, refuseWrite } from './decide.ts';
import { surrender } from './encrypted-work.ts';
import { handOver } from './handed-over.ts';
import { listWrites } from './queries.ts';
import { importRescue } from './rescue.ts';

export const quarantineRoutes: Module = (api) => {
  const { config, now } = api.dependencies;

  api.handle('quarantine.list', async ({ tx, actor, query, context }) => {
    const writes = await listWrites(tx, actor, query.all === '1');
    await audit(tx, context, {
      user_id: actor.user_id,
      action: 'quarantine.list',
      details: { writes: writes.length },
    });
    return writes;
  });
  api.handleFree('quarantine.accept', async ({ db, actor, params, body, context }) =>
    acceptWrite(db, api.execute, { actor, write_id: params.id, note: body.note, context }),
  );
  api.handle('quarantine.refuse', async ({ tx, actor, params, body, context }) =>
    refuseWrite(tx, { actor, write_id: params.id, note: body.note, context }),
  );
  api.handle('sync.hand-over', async ({ tx, actor, body, context }) => {
    const { device_id, device_now } = body.device;
    const author = actor.user_id;
    const custody = {
      author,
      device_id,
      device_now,
      cause: 'handed-over',
      note: body.note,
      context,
    } as const;
    const kept = await handOver(tx, custody, body.writes);
    await noteContact(tx, author, body.device, kept.length, context.now);
    return { kept };
  });
  api.handleFree('sync.surrender', async ({ db, credentials, body, context }) => {
    const device = await deviceOfUploadToken(db, credentials, body.device.device_id);
    if (device.lost_at === null) {
      refuseEnded(device);
      throw new ApiError('access.denied');
    }
    const kept = await surrender(db, config.secret, device, { ...body, context });
    return { server_time: now().toISOString(), kept };
  });
  api.handleFree('rescue.import', async ({ db, actor, body, context }) =>
    importRescue(db, api.execute, config.secret, { actor, file: body, context }),
  );
};
