import type { Module } from '#server/plugins/answered-call.ts';
import { listClients, listProviders } from './queries.ts';

export const catalogRoutes: Module = (api) => {
  api.handle('client.list', async ({ actor, tx }) => listClients(tx, actor));
  api.handle('provider.list', async ({ actor, tx }) => listProviders(tx, actor));
};
