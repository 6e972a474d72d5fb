import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import type { OfficeName } from '#contract/entity-name.ts';
import { Refusal } from '#contract/errors.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
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

const regions = keptList('region', {
  order: 'lower(name), id',
  check: (call, row) => refuseTakenName(call, 'region', row),
});

export const officeListRoutes: Module = (api) => {
  serveList(api, 'service-category', categories);
  serveList(api, 'region', regions);
  api.handle('service-category.read', async ({ params, tx }) => {
    const [found] = await loadRows(tx, 'service_category', [params.id]);
    if (found === undefined) throw new Refusal('record.absent');
    return found;
  });
};

/** One name once in a list, however it is written. */
async function refuseTakenName<Name extends OfficeName>(
  { tx }: Call,
  entity: Name,
  { id, name }: Pick<EntityRow<Name>, 'id' | 'name'>,
): Promise<void> {
  const taken = await keptRows(tx, entity, sql`lower(name) = lower(${name}) and id <> ${id} limit 1`);
  if (taken.length > 0) refuseProblems({ name: `${name} is already in the list.` });
}
