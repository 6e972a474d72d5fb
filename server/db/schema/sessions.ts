import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type {
  APPROVAL_REQUESTS,
  Attendance,
  SESSION_MODALITIES,
  SessionSetting,
  SessionState,
} from '#domain/sessions/session.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
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
    is_history: boolean().notNull().default(false),
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
    // Most make up for none.
    index().on(table.make_up_of).where(sql`make_up_of is not null`),
    index().using('gin', table.student_ids),
    index('sessions_to_decide').on(table.session_date).where(sql`approval_request = 'pending'`),
  ],
);
