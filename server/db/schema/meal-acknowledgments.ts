import { date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** The employer's part of a waiver, or the note on a day that violated the meal rules. */
export const meal_acknowledgments = pgTable(
  'meal_acknowledgments',
  {
    provider: uuid().notNull(),
    work_date: date({ mode: 'string' }).notNull(),
    note: text().notNull(),
    /** The day's finding at that time; a different finding needs a new acknowledgment. */
    finding: text().notNull(),
    acknowledged_by: uuid().notNull(),
    acknowledged_at: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.work_date] })],
);
