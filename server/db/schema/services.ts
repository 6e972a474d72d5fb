import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, listColumns } from './columns.ts';

export const service_categories = pgTable(
  'service_categories',
  {
    ...listColumns(),
    name: text().notNull(),
  },
  (table) => [
    uniqueIndex('service_categories_name').on(sql`lower(${table.name})`).where(sql`deleted_at is null`),
  ],
);

export const services = pgTable('services', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  short_name: text().notNull(),
  category: uuid().notNull(),
  default_minutes: integer().notNull(),
  is_billable: boolean().notNull(),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});
