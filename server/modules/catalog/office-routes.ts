import { ApiError } from '#contract/errors.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { closeDays, schoolClosures } from './closed-school-days.ts';
import { keptList } from './kept-list.ts';
import { locations } from './location-list.ts';
import { regions, subRegions } from './region-lists.ts';
import { serveList } from './serve-list.ts';
import { services } from './service-list.ts';
import { refuseTakenName } from './taken-names.ts';

const categories = keptList('service_category', {
  order: 'lower(name), id',
  check: (call, row) => refuseTakenName(call, 'service_category', row),
  namedBy: [['service', 'category']],
});

export const officeListRoutes: Module = (api) => {
  serveList(api, 'service', services);
  serveList(api, 'location', locations);
  serveList(api, 'service-category', categories);
  serveList(api, 'region', regions);
  serveList(api, 'sub-region', subRegions);
  api.handle('school-closure.list', async ({ tx }) => schoolClosures.list(tx));
  api.handle('school-closure.create-days', async ({ body, ...call }) => closeDays(call, body));
  api.handle('school-closure.update', async ({ params, body, ...call }) =>
    schoolClosures.update(call, params.id, body),
  );
  api.handle('school-closure.delete', async ({ params, ...call }) => schoolClosures.remove(call, params.id));
  api.handle('service-category.read', async ({ params, tx }) => {
    const [found] = await loadRows(tx, 'service_category', [params.id]);
    if (found === undefined) throw new ApiError('record.absent');
    return found;
  });
};
