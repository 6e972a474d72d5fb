import { boolean, date, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const pay_periods = pgTable(
  'pay_periods',
  {
    id: uuid().primaryKey(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }).notNull(),
    closed_at: instantColumn(),
    is_locked: boolean().notNull().default(false),
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex().on(table.start_date)],
);
