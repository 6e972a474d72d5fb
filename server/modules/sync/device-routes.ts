import type { Module } from '#server/plugins/call.ts';
import { listDevices, readEscrow, registerDevice } from './devices.ts';

export const deviceRoutes: Module = (api) => {
  const { secret } = api.surroundings.config;
  api.handle('device.register', async ({ tx, actor, params, body, facts }) => ({
    upload_token: await registerDevice(
      tx,
      secret,
      { device_id: params.id, user_id: actor.user_id },
      body,
      facts,
    ),
  }));
  api.handle('device.read-escrow', async ({ tx, actor, params, facts }) => ({
    data_key: await readEscrow(tx, secret, { device_id: params.id, user_id: actor.user_id }, facts),
  }));
  api.handle('device.list', async ({ tx }) => listDevices(tx));
};
