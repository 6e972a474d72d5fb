import { invitationOf } from '#server/modules/auth/user-queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { createProvider, deactivateProvider, reactivateProvider, updateProvider } from './operations.ts';
import { createPayRate, deletePayRate, listPayRates, updatePayRate } from './pay-rates.ts';
import { listAvailabilities, readAvailability, saveAvailability } from './provider-availability.ts';
import { listGroups, listProviderFiles, listSupervisors, openWorkOf, providerFile } from './queries.ts';

export const providerRoutes: Module = (api) => {
  const { dependencies } = api;
  api.handle('provider.list-files', async ({ tx, actor }) => listProviderFiles(tx, actor, false));
  api.handle('provider.list-archived', async ({ tx, actor }) => listProviderFiles(tx, actor, true));
  api.handle('provider.list-supervisors', async ({ tx }) => listSupervisors(tx));
  api.handle('provider.list-groups', async ({ tx, actor }) => listGroups(tx, actor));
  api.handle('provider.read', async ({ params, ...call }) => ({
    provider: await providerFile(call.tx, call.actor, params.id),
    open_work: await openWorkOf(call, params.id),
    invitation: await invitationOf(call, params.id),
  }));
  api.handle('provider.create', async ({ body, ...call }) => createProvider(dependencies, call, body));
  api.handle('provider.update', async ({ params, body, ...call }) => updateProvider(call, params.id, body));
  api.handle('provider.deactivate', async ({ params, ...call }) => deactivateProvider(call, params.id));
  api.handle('provider.reactivate', async ({ params, ...call }) => reactivateProvider(call, params.id));

  api.handle('availability.list', async (call) => listAvailabilities(call));
  api.handle('availability.read', async ({ params, ...call }) => readAvailability(call, params.id));
  api.handle('availability.save', async ({ params, body, ...call }) =>
    saveAvailability(call, params.id, body),
  );

  api.handle('provider-rate.list', async ({ params, ...call }) => listPayRates(call, params.id));
  api.handle('provider-rate.create', async ({ params, body, ...call }) =>
    createPayRate(call, params.id, body),
  );
  api.handle('provider-rate.update', async ({ params, body, ...call }) =>
    updatePayRate(call, params.id, body),
  );
  api.handle('provider-rate.delete', async ({ params, ...call }) => deletePayRate(call, params.id));
};
