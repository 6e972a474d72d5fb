import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { SendingReason, SendingState } from '#domain/reports/report-sending.ts';
import type { MailedDays, MailedReportId, Rhythm } from '#domain/reports/schedule-codes.ts';
import { instantColumn } from './columns.ts';

/** Reports that are mailed on a schedule. */
export const report_schedules = pgTable('report_schedules', {
  id: uuid().primaryKey(),
  report: text().$type<MailedReportId>().notNull(),
  name: text().notNull(),
  view: text().notNull(),
  days: text().$type<MailedDays>().notNull(),
  rhythm: text().$type<Rhythm>().notNull(),
  weekday: integer(),
  month_day: integer(),
  days_after: integer(),
  send_at: text().notNull(),
  file_format: text().$type<'csv' | 'xlsx'>().notNull(),
  recipients: jsonb().$type<string[]>().notNull(),
  is_paused: boolean().notNull(),
  owner: uuid().notNull(),
  active_since: instantColumn().notNull(),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});

/** One mail of a schedule to one person: at most one for each time at which it was due. */
export const report_sendings = pgTable(
  'report_sendings',
  {
    id: uuid().primaryKey().defaultRandom(),
    schedule: uuid().notNull(),
    due_at: instantColumn().notNull(),
    is_by_hand: boolean().notNull().default(false),
    recipient: uuid().notNull(),
    state: text().$type<SendingState>().notNull().default('waiting'),
    reason: text().$type<SendingReason>(),
    attempts: integer().notNull().default(0),
    /** While it waits: when it is tried next. While a server works on it: when that server counts as gone. */
    next_try_at: instantColumn(),
    /** When the mail was about to be handed over: what happened then is unknown if the server stopped. */
    handed_at: instantColumn(),
    sent_at: instantColumn(),
  },
  (table) => [
    uniqueIndex().on(table.schedule, table.due_at, table.recipient, table.is_by_hand),
    index().on(table.state, table.next_try_at),
  ],
);
