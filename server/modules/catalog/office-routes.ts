import { type SQL, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import type { OfficeListName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import { keptRows, loadRows, tableFacts } from '#server/db/entity-rows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { keptList } from './kept-list.ts';
import { serveList } from './serve-list.ts';

const categories = keptList('service_category', {
  order: 'lower(name), id',
  check: (call, row) => refuseTakenName(call, 'service_category', row),
  namedBy: [['service', 'category']],
});

const services = keptList('service', {
  order: 'name, id',
  async check(call, row, before) {
    if (row.category !== before?.category) await holdCategory(call, row.category);
    await refuseTakenName(call, 'service', row);
  },
  namedBy: [
    ['session', 'service'],
    ['calendar_event', 'service'],
    ['student_service', 'service'],
    ['client_account', 'any(services)'],
    ['rate', 'service'],
    ['provider_rate', 'service'],
    ['billing_condition', 'service'],
    ['goal_option', 'service'],
    ['plan_option', 'service'],
    ['clinical_code', 'service'],
  ],
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
  serveList(api, 'service-category', categories);
  serveList(api, 'service', {
    list: services.list,
    create: services.create,
    update: services.update,
    async remove(call, id) {
      await refuseDelivered(call, id);
      await services.remove(call, id);
    },
  });
  serveList(api, 'region', regions);
  serveList(api, 'sub-region', subRegions);
  api.handle('service-category.read', async ({ params, tx }) => {
    const [found] = await loadRows(tx, 'service_category', [params.id]);
    if (found === undefined) throw new ApiError('record.absent');
    return found;
  });
};

/** One name once in a list, however it is written. @param within the part of the list that is searched */
async function refuseTakenName<Name extends OfficeListName | 'service'>(
  { tx }: Call,
  entity: Name,
  { id, name }: Pick<EntityRow<Name>, 'id' | 'name'>,
  within: SQL = sql`true`,
): Promise<void> {
  const taken = await keptRows(
    tx,
    entity,
    sql`lower(name) = lower(${name}) and id <> ${id} and ${within} limit 1`,
  );
  if (taken.length > 0) refuseProblems({ name: `${name} is already in the list.` });
}

/** Refuses to delete a service that somebody delivers. */
async function refuseDelivered({ tx }: Call, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from provider_services where service = ${id} limit 1`);
  if (rows.length > 0) throw new ApiError('record.in-use');
}

/** Refuses a category that is gone or archived; a deletion at the same time waits, and then sees the service. */
async function holdCategory({ tx }: Call, id: string): Promise<void> {
  const { rows } = await tx.execute<{ archived: boolean }>(
    sql`update service_categories set version = version
      where id = ${id} and deleted_at is null returning archived`,
  );
  if (rows[0] === undefined) refuseProblems({ category: 'Category not found.' });
  if (rows[0]?.archived) refuseProblems({ category: "Choose a category that isn't archived." });
}

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
