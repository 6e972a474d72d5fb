import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** When the invoice of a client and month was cut; written by billing. */
export const invoice_cuts = pgTable(
  'invoice_cuts',
  {
    client: uuid().notNull(),
    /** `YYYY-MM`. */
    month: text().notNull(),
    cut_at: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.client, table.month] })],
);
