import { z } from 'zod';
import { RECURRING_TYPES } from '#domain/calendar/series-days.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { day, locationId, minutes, text, uuid, version, wallTime, withDayRange } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

export const EVENT_COLORS = ['blue', 'green', 'amber', 'red', 'violet', 'teal', 'gray'] as const;

const entry = {
  student: uuid.nullable(),
  /** Pacific days and wall times. */
  event_start_date: day,
  event_start_time: wallTime,
  event_end_date: day,
  event_end_time: wallTime,
  duration: minutes(1_440 * 7),
  recurring: z.boolean(),
  recurring_type: z.enum(RECURRING_TYPES),
  /** An end date `YYYY-MM-DD`, a count, or nothing: until the fiscal year ends. */
  recurring_timeframe: text(40),
  location: locationId.nullable(),
  meeting_notes: text(5_000),
  event_color: z.enum(EVENT_COLORS),
  event_title: text(200),
  remind_me: z.boolean(),
  is_lunch: z.boolean(),
  service: uuid.nullable(),
  service_list: z.array(uuid).max(50),
  /** Staff alone, by user id. */
  invites: z.array(uuid).max(100),
};

/** What a series has beside; left out by whoever knows no series. */
const series = {
  /** Weekdays of a weekly or biweekly series, 0 is Sunday; none: the weekday of its start. */
  recurring_days: z.array(z.int().min(0).max(6)).max(7),
  /** Occurrences that were taken out, by their day. */
  excluded_dates: z.array(day).max(300),
};

export const CalendarEventBody = z.strictObject({
  id: uuid,
  provider: uuid.optional(),
  ...entry,
  recurring_days: series.recurring_days.default([]),
  excluded_dates: series.excluded_dates.default([]),
  original_id: uuid.nullable().default(null),
  original_date: day.nullable().default(null),
});
export type CalendarEventBody = z.output<typeof CalendarEventBody>;

export const CalendarEventChanges = z.strictObject({ ...entry, ...series }).partial();
export type CalendarEventChanges = z.output<typeof CalendarEventChanges>;

export const CalendarEvent = z.object({
  id: uuid,
  provider: uuid,
  ...entry,
  ...series,
  /** The series that it belongs to. */
  original_id: uuid.nullable(),
  /** The day of the series whose occurrence it stands for. */
  original_date: day.nullable(),
  version,
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

/** One time that takes place: a single event, or what a series has on a day. */
export const CalendarOccurrence = CalendarEvent.extend({
  /** Why the schools are closed; then it does not take place. */
  skipped: z.string().nullable(),
});
export type CalendarOccurrence = z.output<typeof CalendarOccurrence>;

/** Which time of a series a call is about, and how far it reaches; the row alone where it says neither. */
const reach = z.strictObject({
  scope: z.enum(['this', 'following', 'all'] satisfies EditScope[]).optional(),
  date: day.optional(),
});

/** A day on which the schools of a client, or of all, are closed. */
export const SchoolClosure = z.object({
  id: uuid,
  client: uuid.nullable(),
  closure_date: day,
  reason: text(200),
  version,
});
export type SchoolClosure = z.output<typeof SchoolClosure>;

export const calendarEndpoints = defineEndpoints({
  'calendar.list-mine': {
    method: 'GET',
    path: '/api/calendar/events/get/my_calendar/',
    summary:
      'What the caller has between two Pacific days, both included: events, times of series, invitations',
    policy: 'calendar.read',
    query: withDayRange(z.strictObject({ start: day, end: day }), 'start', 'end'),
    reply: z.array(CalendarOccurrence),
  },
  'calendar.read': {
    method: 'GET',
    path: '/api/calendar/events/{id}/',
    summary: 'One calendar event, or one time of a series (date); scope=all is the series itself',
    policy: 'calendar.read',
    params: z.strictObject({ id: uuid }),
    query: reach,
    reply: CalendarEvent,
  },
  'calendar.create': {
    method: 'POST',
    path: '/api/calendar/events/new/',
    summary: 'Make a calendar event',
    policy: 'calendar.record',
    body: CalendarEventBody,
    reply: CalendarEvent,
    status: 201,
    offline: { entity: 'calendar_event', effect: 'create', version: 2 },
  },
  'calendar.update': {
    method: 'PUT',
    path: '/api/calendar/events/{id}/',
    summary: 'Change a calendar event; of a series this one, this and following, or all',
    policy: 'calendar.record',
    params: z.strictObject({ id: uuid }),
    query: reach,
    body: CalendarEventChanges,
    reply: CalendarEvent,
    offline: { entity: 'calendar_event', effect: 'update', version: 2 },
  },
  'calendar.delete': {
    method: 'DELETE',
    path: '/api/calendar/events/{id}/',
    summary: 'Delete a calendar event; of a series this one, this and following, or all',
    policy: 'calendar.record',
    params: z.strictObject({ id: uuid }),
    query: reach,
    offline: { entity: 'calendar_event', effect: 'delete', version: 1 },
  },
});
