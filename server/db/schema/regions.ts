import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { listColumns } from './columns.ts';

export const regions = pgTable(
  'regions',
  {
    ...listColumns(),
    name: text().notNull(),
    region_number: text().notNull(),
  },
  (table) => [uniqueIndex('regions_name').on(sql`lower(${table.name})`).where(sql`deleted_at is null`)],
);

export const sub_regions = pgTable(
  'sub_regions',
  {
    ...listColumns(),
    region: uuid().notNull(),
    name: text().notNull(),
  },
  (table) => [
    uniqueIndex('sub_regions_name')
      .on(table.region, sql`lower(${table.name})`)
      .where(sql`deleted_at is null`),
  ],
);
