import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Ids are short: "5" is "Break" everywhere (specification, 9). */
export const locations = pgTable('locations', {
  id: text().primaryKey(),
  name: text().notNull(),
  client: uuid(),
  is_billable: boolean().notNull(),
  archived: boolean().notNull().default(false),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});
