import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { archivedFault, Names, regionNames } from './named-records.ts';
import { faulty, newRow, type Plan, type Planner, updateOf } from './plan.ts';

type Region = EntityRow<'region'>;
type SubRegion = EntityRow<'sub_region'>;

const records: Records<Region> = { entity: 'region', scopes: () => ['global'], about: () => ({}) };
const partRecords: Records<SubRegion> = { entity: 'sub_region', scopes: () => ['global'], about: () => ({}) };

/** Regions by name. A number belongs to one of them. */
export async function planRegions({ tx }: Call): Promise<Planner<'region'>> {
  const [regions, numbers] = [new Names<Region>(), new Names<Region>()];
  const add = (row: Region) => {
    regions.add(row.name, row);
    numbers.add(row.region_number, row);
  };
  for (const row of await keptRows(tx, 'region', sql`true`)) add(row);
  return {
    plan({ name = '', region_number }, idOf): Plan {
      const [known] = regions.all(name);
      if (known?.archived === true) return faulty(archivedFault(known));
      const [numbered] = region_number === undefined ? [] : numbers.all(region_number);
      if (numbered !== undefined && numbered.id !== known?.id) {
        return faulty(`Region number: ${region_number} is already the number of ${numbered.name}.`);
      }
      if (known !== undefined) return updateOf('region', known.id, known, { region_number });
      const row: Region = {
        ...{ id: idOf(), name, region_number: region_number ?? '', archived: false, version: 1 },
      };
      add(row);
      return { outcome: 'add', rows: [newRow(records, row)] };
    },
  };
}

/** Sub-regions by region and name. */
export async function planSubRegions({ tx }: Call): Promise<Planner<'sub-region'>> {
  const regions = await regionNames(tx);
  const parts = new Names<SubRegion>();
  for (const row of await keptRows(tx, 'sub_region', sql`true`)) parts.add(row.name, row);
  return {
    plan({ name = '', region: regionName = '' }, idOf): Plan {
      const region = regions.one(regionName, 'region', 'Import regions first, or correct the name.');
      if ('fault' in region) return faulty(`Region: ${region.fault}`);
      const known = parts.all(name).find((one) => one.region === region.row.id);
      if (known?.archived === true) return faulty(archivedFault(known));
      if (known !== undefined) return updateOf('sub_region', known.id, known, {});
      const row: SubRegion = { id: idOf(), region: region.row.id, name, archived: false, version: 1 };
      parts.add(name, row);
      return { outcome: 'add', rows: [newRow(partRecords, row)] };
    },
  };
}
