import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { EXCEPTION_REASONS, WaiverType } from '#domain/lunch/lunch-break.ts';
import type {
  APPROVAL_REQUESTS,
  Attendance,
  SESSION_MODALITIES,
  SessionSetting,
  SessionState,
} from '#domain/sessions/session.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import type { TimecardBreak, TimecardCorrection } from '#domain/timecards/timecard.ts';
import type {
  ManifestItem,
  TimesheetStatus,
  TimesheetStep,
  TimesheetTotals,
} from '#domain/timesheets/timesheet.ts';
import { instantColumn } from './columns.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    provider: uuid().notNull(),
    student_ids: uuid().array().notNull(),
    client: uuid(),
    service: uuid().notNull(),
    location: text(),
    session_date: date({ mode: 'string' }).notNull(),
    /** Wall times `HH:mm` of `time_zone`. */
    start_time: text().notNull(),
    end_time: text().notNull(),
    time_zone: text().notNull(),
    scheduled_minutes: integer().notNull(),
    actual_minutes: integer().notNull(),
    direct_minutes: integer().notNull(),
    indirect_minutes: integer().notNull(),
    setting: text().$type<SessionSetting>().notNull(),
    modality: text().$type<(typeof SESSION_MODALITIES)[number]>().notNull(),
    attendance: text().$type<Attendance>().notNull(),
    reason: text().notNull(),
    duration_reason: text().notNull(),
    notes: text().notNull(),
    calendar_event_id: uuid(),
    make_up_of: uuid(),
    state: text().$type<SessionState>().notNull(),
    changeDuration: boolean().notNull(),
    approval_request: text().$type<(typeof APPROVAL_REQUESTS)[number]>().notNull(),
    requests: jsonb().$type<SessionRequest[]>().notNull().default([]),
    late_for_payroll: boolean().notNull(),
    late_for_client: boolean().notNull().default(false),
    has_overlap: boolean().notNull(),
    is_possible_duplicate: boolean().notNull(),
    captured_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    /** Deleted rows stay for the audit; no query shows them. */
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [
    index().on(table.provider, table.session_date, table.id),
    index().on(table.session_date, table.id),
    index().on(table.service, table.session_date),
    index().using('gin', table.student_ids),
  ],
);

/** When the invoice of a client and month was cut; billing writes it. */
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

export const lunch_breaks = pgTable(
  'lunch_breaks',
  {
    id: uuid().primaryKey(),
    provider: uuid().notNull(),
    lunch_start_time: instantColumn().notNull(),
    lunch_duration: integer().notNull(),
    /** Of a punch, to the second; nothing while it runs and for what the form wrote. */
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
  (table) => [index().on(table.provider, table.lunch_start_time)],
);

export const calendar_events = pgTable(
  'calendar_events',
  {
    id: uuid().primaryKey(),
    provider: uuid().notNull(),
    student: uuid(),
    event_start_date: date({ mode: 'string' }).notNull(),
    event_start_time: text().notNull(),
    event_end_date: date({ mode: 'string' }).notNull(),
    event_end_time: text().notNull(),
    duration: integer().notNull(),
    recurring: boolean().notNull(),
    recurring_type: text().$type<'' | 'daily' | 'weekly' | 'biweekly' | 'monthly'>().notNull(),
    recurring_timeframe: text().notNull(),
    /** Weekdays of a weekly series, 0 is Sunday. */
    recurring_days: integer().array().notNull().default([]),
    /** Occurrences of a series that were taken out, by their day. */
    excluded_dates: date({ mode: 'string' }).array().notNull().default([]),
    location: text(),
    meeting_notes: text().notNull(),
    event_color: text().$type<'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal' | 'gray'>().notNull(),
    event_title: text().notNull(),
    remind_me: boolean().notNull(),
    is_lunch: boolean().notNull(),
    service: uuid(),
    service_list: uuid().array().notNull(),
    invites: uuid().array().notNull(),
    original_id: uuid(),
    /** The day of the series whose occurrence this row stands for. */
    original_date: date({ mode: 'string' }),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.provider, table.event_start_date), index().on(table.original_id)],
);

/** Days on which the schools of a client are closed; of all clients where none is named. */
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

/** Private addresses under which other calendar programs read a person's calendar. */
export const calendar_feeds = pgTable(
  'calendar_feeds',
  {
    id: uuid().primaryKey(),
    user_id: uuid().notNull(),
    /** SHA-256 of the secret in the address. */
    secret_hash: text().notNull().unique(),
    created_at: instantColumn().notNull(),
    last_read_at: instantColumn(),
    revoked_at: instantColumn(),
  },
  (table) => [index().on(table.user_id)],
);

/** One working day of an hourly employee: its punches as they were made, to the second. */
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
  (table) => [index().on(table.provider, table.work_date)],
);

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

/** What a provider declares of a pay period; each submission is a revision of its own. */
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
    /** What it covers: rows with their versions, and writes that were still on the way. */
    manifest: jsonb().$type<ManifestItem[]>().notNull(),
    /** How many of them have not arrived; it counts as submitted when none is left. */
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
