import type { Module } from '#server/plugins/answered-call.ts';
import {
  createNextYear,
  createRate,
  deleteRate,
  rateChoices,
  ratesOfClient,
  ratesOfRegion,
  ratesOfServices,
  readRate,
  updateRate,
} from './rate-operations.ts';

export const rateRoutes: Module = (api) => {
  api.handle('rate.list-of-client', async ({ tx, actor, params }) =>
    ratesOfClient(tx, actor, params.id, Number(params.start_year)),
  );
  api.handle('rate.list-of-region', async ({ tx, params }) =>
    ratesOfRegion(tx, params.region, Number(params.start_year)),
  );
  api.handle('rate.list-of-services', async ({ tx, params }) =>
    ratesOfServices(tx, Number(params.start_year)),
  );
  api.handle('rate.list-choices', async ({ query, ...call }) => rateChoices(call, query.client));
  api.handle('rate.create', async ({ body, ...call }) => createRate(call, body));
  api.handle('rate.create-next-year', async ({ body, ...call }) => createNextYear(call, body));
  api.handle('rate.read', async ({ params, ...call }) => readRate(call, params.id));
  api.handle('rate.update', async ({ params, body, ...call }) => updateRate(call, params.id, body));
  api.handle('rate.delete', async ({ params, ...call }) => deleteRate(call, params.id));
};
