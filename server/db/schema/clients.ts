import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const clients = pgTable('clients', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  active: integer().$type<0 | 1>().notNull().default(1),
  needs_codes: boolean().notNull().default(false),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});
