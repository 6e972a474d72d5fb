import { sql } from 'drizzle-orm';
import type { Service } from '#contract/catalog.ts';
import type { EntityRow } from '#contract/entities.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { archivedFault, Names } from './named-records.ts';
import { faulty, newRow, type Plan, type Planner, updateOf } from './plan.ts';

export const serviceRecords: Records<Service> = {
  entity: 'service',
  scopes: () => ['global'],
  about: () => ({}),
};
const categoryRecords: Records<EntityRow<'service_category'>> = {
  entity: 'service_category',
  scopes: () => ['global'],
  about: () => ({}),
};
const DEFAULT_MINUTES = 30;
const DEFAULT_CATEGORY = 'Services';

/** Categories by name. */
export async function planCategories({ tx }: Call): Promise<Planner<'category'>> {
  const categories = new Names<EntityRow<'service_category'>>();
  for (const row of await keptRows(tx, 'service_category', sql`true`)) categories.add(row.name, row);
  return {
    plan({ name = '' }, idOf): Plan {
      const [known] = categories.all(name);
      if (known?.archived === true) return faulty(archivedFault(known));
      if (known !== undefined) return updateOf('service_category', known.id, known, {});
      const row = { id: idOf(), name, archived: false, version: 1 };
      categories.add(name, row);
      return { outcome: 'add', rows: [newRow(categoryRecords, row)] };
    },
  };
}

/** Services by name. A category that doesn't exist yet is added with the first service that names it. */
export async function planServices({ tx }: Call): Promise<Planner<'service'>> {
  const services = new Names<Service>();
  for (const row of await keptRows(tx, 'service', sql`true`)) services.add(row.name, row);
  const categories = new Names<EntityRow<'service_category'>>();
  for (const row of await keptRows(tx, 'service_category', sql`true`)) categories.add(row.name, row);
  return {
    plan(values, idOf): Plan {
      const { name = '', short_name, category, default_minutes, is_billable } = values;
      const [known, other] = services.all(name);
      if (other !== undefined) return faulty(`More than one service is named "${name}".`);
      const group = categories.all(category ?? DEFAULT_CATEGORY)[0];
      if (group?.archived === true) return faulty(`Category: ${archivedFault(group)}`);
      if (known !== undefined) {
        if (category !== undefined && group === undefined) {
          return faulty(
            `Category: no category is named "${category}". Add it under Services, regions, and locations.`,
          );
        }
        return updateOf('service', known.id, known, {
          ...{ short_name, default_minutes, is_billable, category: category && group?.id },
        });
      }
      const added = group ?? {
        ...{ id: idOf('category'), name: category ?? DEFAULT_CATEGORY, archived: false, version: 1 },
      };
      const row: Service = {
        ...{ id: idOf(), name, short_name: short_name ?? shortForm(name), category: added.id, version: 1 },
        ...{
          default_minutes: default_minutes ?? DEFAULT_MINUTES,
          is_billable: is_billable ?? true,
          archived: false,
        },
      };
      services.add(name, row);
      if (group === undefined) categories.add(added.name, added);
      return {
        outcome: 'add',
        rows: [...(group === undefined ? [newRow(categoryRecords, added)] : []), newRow(serviceRecords, row)],
      };
    },
  };
}

/** "Occupational Therapy" is "OT"; a single word is cut. */
function shortForm(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.map((word) => word.slice(0, 1).toUpperCase()).join('');
  return words.length > 1 ? letters.slice(0, 12) : name.slice(0, 12);
}
