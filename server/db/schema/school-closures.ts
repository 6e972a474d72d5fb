import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Days on which the schools of a client are closed; of all clients if none is named. */
export const school_closures = pgTable(
  'school_closures',
  {
    id: uuid().primaryKey(),
    client: uuid(),
    closure_date: date({ mode: 'string' }).notNull(),
    reason: text().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.closure_date)],
);
