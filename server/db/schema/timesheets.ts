import { date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type {
  ManifestItem,
  TimesheetStatus,
  TimesheetStep,
  TimesheetTotals,
} from '#domain/timesheets/timesheet.ts';
import { instantColumn } from './columns.ts';

/** A provider's declaration for a pay period; each submission is a separate revision. */
export const timesheets = pgTable(
  'timesheets',
  {
    id: uuid().primaryKey(),
    provider_id: uuid().notNull(),
    period_start_date: date({ mode: 'string' }).notNull(),
    period_end_date: date({ mode: 'string' }).notNull(),
    revision: integer().notNull(),
    status: text().$type<TimesheetStatus>().notNull(),
    notes: text().notNull(),
    attestation_version: integer().notNull(),
    attestation_text: text().notNull(),
    /** What it covers: rows with their versions, and writes that were still unsynced. */
    manifest: jsonb().$type<ManifestItem[]>().notNull(),
    /** How many of them have not arrived; it counts as submitted once this is zero. */
    waiting_for: integer().notNull(),
    totals: jsonb().$type<TimesheetTotals>().notNull(),
    recommended_by: uuid(),
    recommended_at: instantColumn(),
    decided_by: uuid(),
    decided_at: instantColumn(),
    /** Every change of its status, in order. */
    steps: jsonb().$type<TimesheetStep[]>().notNull(),
    captured_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [
    uniqueIndex().on(table.provider_id, table.period_start_date, table.revision),
    index().on(table.period_start_date, table.status),
  ],
);
