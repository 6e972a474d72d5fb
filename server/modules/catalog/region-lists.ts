import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { keptRows, tableFacts } from '#server/db/entity-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { keptList } from './kept-list.ts';
import { refuseTakenName } from './taken-names.ts';

export const regions = keptList('region', {
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

export const subRegions = keptList('sub_region', {
  order: 'lower(name), id',
  async check(call, row, before) {
    if (row.region !== before?.region) await holdRegion(call, row.region);
    await refuseTakenName(call, 'sub_region', row, sql`region = ${row.region}`);
  },
});

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
