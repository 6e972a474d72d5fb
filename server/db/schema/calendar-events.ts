import { boolean, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

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
    /** Days of the series' deleted occurrences. */
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
    /** The day of the series that this row replaces. */
    original_date: date({ mode: 'string' }),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.provider, table.event_start_date), index().on(table.original_id)],
);

/** Private URLs under which other calendar programs read a person's calendar. */
export const calendar_feeds = pgTable(
  'calendar_feeds',
  {
    id: uuid().primaryKey(),
    user_id: uuid().notNull(),
    /** SHA-256 of the secret in the URL. */
    secret_hash: text().notNull().unique(),
    created_at: instantColumn().notNull(),
    last_read_at: instantColumn(),
    revoked_at: instantColumn(),
  },
  (table) => [index().on(table.user_id)],
);
