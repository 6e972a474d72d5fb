import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import { keptRows, loadRows, tableFacts } from '#server/db/entity-rows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { closeDays, schoolClosures } from './closed-school-days.ts';
import { keptList } from './kept-list.ts';
import { locations } from './location-list.ts';
import { serveList } from './serve-list.ts';
import { services } from './service-list.ts';
import { refuseTakenName } from './taken-names.ts';

const categories = keptList('service_category', {
  order: 'lower(name), id',
  check: (call, row) => refuseTakenName(call, 'service_category', row),
  namedBy: [['service', 'category']],
});

const regions = keptList('region', {
  order: 'lower(name), id',
  async check(call, row, before) {
    await refuseTakenName(call, 'region', row);
    if (row.region_number !== before?.region_number) await refuseTakenNumber(call, row);
  },
  namedBy: [
    ['sub_region', 'region'],
    ['client_account', 'any(regions)'],
    ['rate', 'region'],
  ],
});

const subRegions = keptList('sub_region', {
  order: 'lower(name), id',
  async check(call, row, before) {
    if (row.region !== before?.region) await holdRegion(call, row.region);
    await refuseTakenName(call, 'sub_region', row, sql`region = ${row.region}`);
  },
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

/** One number once among the regions. None is taken by none. */
async function refuseTakenNumber(
  { tx }: Call,
  { id, region_number }: Pick<EntityRow<'region'>, 'id' | 'region_number'>,
): Promise<void> {
  if (region_number === '') return;
  const [taken] = await keptRows(
    tx,
    'region',
    sql`lower(region_number) = lower(${region_number}) and id <> ${id} limit 1`,
  );
  if (taken === undefined) return;
  const whose = taken.archived ? `${taken.name}, which is archived` : taken.name;
  refuseProblems({ region_number: `${region_number} is already the number of ${whose}.` });
}

/**
 * Refuses a region that is gone or archived. Writing its row makes a deletion at the same time wait, and then
 * see what was put into it.
 */
async function holdRegion({ tx }: Call, id: string): Promise<void> {
  const { rows } = await tx.execute<{ archived: boolean }>(
    sql`update ${sql.raw(tableFacts('region').name)} set version = version
      where id = ${id} and deleted_at is null returning archived`,
  );
  if (rows[0] === undefined) refuseProblems({ region: 'Region not found.' });
  if (rows[0]?.archived) refuseProblems({ region: "Choose a region that isn't archived." });
}
