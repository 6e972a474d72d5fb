import { date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** The employer's half of a waiver, or the note to a day whose meals were not as the rules want them. */
export const meal_acknowledgments = pgTable(
  'meal_acknowledgments',
  {
    provider: uuid().notNull(),
    work_date: date({ mode: 'string' }).notNull(),
    note: text().notNull(),
    /** What the day's finding was then; another finding asks again. */
    finding: text().notNull(),
    acknowledged_by: uuid().notNull(),
    acknowledged_at: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.work_date] })],
);
