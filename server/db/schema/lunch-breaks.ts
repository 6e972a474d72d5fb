import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { EXCEPTION_REASONS, WaiverType } from '#domain/lunch/lunch-break.ts';
import { instantColumn } from './columns.ts';

export const lunch_breaks = pgTable(
  'lunch_breaks',
  {
    id: uuid().primaryKey(),
    provider: uuid().notNull(),
    lunch_start_time: instantColumn().notNull(),
    lunch_duration: integer().notNull(),
    /** For a punch, to the second; null while it is running and for form entries. */
    lunch_end_time: instantColumn(),
    waiver_type: text().$type<WaiverType>().notNull(),
    exception_reason: text().$type<(typeof EXCEPTION_REASONS)[number]>().notNull(),
    calendar_event_id: uuid(),
    notes: text().notNull(),
    source: text().$type<'manual' | 'punch'>().notNull(),
    acknowledgment_note: text().notNull().default(''),
    acknowledged_by: uuid(),
    acknowledged_at: instantColumn(),
    captured_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  // Payroll reads everyone's meals of a period.
  (table) => [index().on(table.provider, table.lunch_start_time), index().on(table.lunch_start_time)],
);
