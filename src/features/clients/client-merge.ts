import type { ClientFile } from '#contract/clients.ts';
import { namesById } from '#screens/device/record-names.ts';
import type { FormMerge } from '#screens/form/late-dialog.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { type ClientValues, valuesOf } from './client-values.ts';

export const askForPlaces = async (api: ApiClient) => {
  const [managers, regions] = await Promise.all([
    api.call('client.list-managers'),
    api.call('client.list-region-numbers'),
  ]);
  return { managers, regions };
};

/** How a client is read and put into words if someone else changed it in the meantime. */
export const clientMerge: FormMerge<ClientValues, ClientFile> = {
  valuesOf,
  read: async (api, id) => (await api.call('client.read', { params: { id } })).client,
  names: async (api) => {
    const { managers, regions } = await askForPlaces(api);
    return { providers: namesById(managers), regions: namesById(regions) };
  },
  also: ['client'],
  words: { cap: 'contract_cap_cents' },
};

/** What the page shows besides: whether the client is active. */
export const clientPageMerge: FormMerge<ClientValues & { active: 0 | 1 }, ClientFile> = {
  ...clientMerge,
  valuesOf: (client) => ({ ...valuesOf(client), active: client.active }),
};
