import { z } from 'zod';
import { RECURRING_TYPES, seriesUntil } from '#domain/calendar/series-days.ts';
import { ask, defineEntity, lastWins, merged, setByServer, united } from './define-entity.ts';
import { day, locationId, minutes, text, uuid, wallTime } from './fields.ts';
import { author, nobody } from './server-fields.ts';

export const EVENT_COLORS = ['blue', 'green', 'amber', 'red', 'violet', 'teal', 'gray'] as const;

export const calendar_event = defineEntity({
  reach: 'person',
  clear: (row) => ({
    provider: row.provider,
    event_start_date: row.event_start_date,
    invites: row.invites,
    ...(row.recurring ? { series_until: seriesUntil(row) } : {}),
    ...(row.original_id === null ? {} : { original_id: row.original_id }),
  }),
  once: {},
  fields: {
    student: ask(uuid.nullable()),
    /** Pacific days and wall times. */
    event_start_date: ask(day),
    event_start_time: ask(wallTime),
    event_end_date: ask(day),
    event_end_time: ask(wallTime),
    duration: ask(minutes(1_440 * 7)),
    recurring: ask(z.boolean()),
    recurring_type: ask(z.enum(RECURRING_TYPES)),
    /** An end date `YYYY-MM-DD`, a count, or empty: until the fiscal year ends. */
    recurring_timeframe: ask(text(40)),
    location: lastWins(locationId.nullable()),
    meeting_notes: merged(text(5_000)),
    event_color: lastWins(z.enum(EVENT_COLORS)),
    event_title: lastWins(text(200)),
    remind_me: lastWins(z.boolean()),
    is_lunch: ask(z.boolean()),
    service: ask(uuid.nullable()),
    service_list: united(z.array(uuid).max(50)),
    /** Only staff, by user id. */
    invites: united(z.array(uuid).max(100)),
    /** Weekdays of a weekly or biweekly series, 0 is Sunday; none: the weekday of its start. */
    recurring_days: ask(z.array(z.int().min(0).max(6)).max(7)),
    /** Removed occurrences, by their day. */
    excluded_dates: united(z.array(day).max(300)),
  },
  setByServer: {
    provider: author,
    /** The series of a changed occurrence. */
    original_id: nobody,
    /** The original day of a changed occurrence. */
    original_date: setByServer(day.nullable(), () => null),
  },
});
