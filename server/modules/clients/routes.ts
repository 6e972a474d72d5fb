import type { Module } from '#server/plugins/answered-call.ts';
import { createClient, deleteClient, updateClient } from './operations.ts';
import {
  clientInReach,
  listClientFiles,
  listClientsOfRegion,
  listDistricts,
  listManagers,
  listMembers,
  listProvidersOfClient,
  listRegionNumbers,
  listStudentsOfClient,
  listWithDistricts,
  usesOf,
} from './queries.ts';

export const clientRoutes: Module = (api) => {
  api.handle('client.list-all', async ({ tx, actor }) => listClientFiles(tx, actor, 1));
  api.handle('client.list-archived', async ({ tx, actor }) => listClientFiles(tx, actor, 0));
  api.handle('client.list-districts', async ({ tx, actor }) => listDistricts(tx, actor));
  api.handle('client.list-with-districts', async ({ tx, actor }) => listWithDistricts(tx, actor));
  api.handle('client.list-managers', async ({ tx }) => listManagers(tx));
  api.handle('client.list-region-numbers', async ({ tx }) => listRegionNumbers(tx));
  api.handle('client.list-of-region', async ({ tx, actor, params }) =>
    listClientsOfRegion(tx, actor, params.id),
  );
  api.handle('client.read', async ({ tx, actor, params }) => ({
    client: await clientInReach(tx, actor, params.id),
    uses: await usesOf(tx, params.id),
    members: await listMembers(tx, actor, params.id),
  }));
  api.handle('client.create', async ({ body, ...call }) => createClient(call, body));
  api.handle('client.update', async ({ params, body, ...call }) => updateClient(call, params.id, body));
  api.handle('client.update-billing', async ({ params, body, ...call }) =>
    updateClient(call, params.id, body),
  );
  api.handle('client.set-active', async ({ params, body, ...call }) => updateClient(call, params.id, body));
  api.handle('client.delete', async ({ params, ...call }) => deleteClient(call, params.id));
  api.handle('client.list-students', async ({ tx, actor, params }) => {
    await clientInReach(tx, actor, params.id);
    return listStudentsOfClient(tx, actor, params.id);
  });
  api.handle('client.list-providers', async ({ tx, actor, params }) => {
    await clientInReach(tx, actor, params.id);
    return listProvidersOfClient(tx, actor, params.id);
  });
};
