import { date, index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { TimecardBreak, TimecardCorrection } from '#domain/timecards/timecard.ts';
import { instantColumn } from './columns.ts';

/** One workday of an hourly employee: its punches as made, to the second. */
export const timecards = pgTable(
  'timecards',
  {
    id: uuid().primaryKey(),
    provider: uuid().notNull(),
    /** The Pacific day on which it began. */
    work_date: date({ mode: 'string' }).notNull(),
    started_at: instantColumn().notNull(),
    ended_at: instantColumn(),
    breaks: jsonb().$type<TimecardBreak[]>().notNull(),
    corrections: jsonb().$type<TimecardCorrection[]>().notNull(),
    captured_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  // Payroll reads everyone's days of a period.
  (table) => [index().on(table.provider, table.work_date), index().on(table.work_date)],
);
