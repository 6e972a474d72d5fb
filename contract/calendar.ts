import { z } from 'zod';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { calendar_event } from '#entities/calendar-event.ts';
import { day, uuid, withDayRange } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { writesOf } from './entity-calls.ts';

const { shape } = calendar_event.Row;

/** Fields of a series, optional for clients that know no series. */
export const CalendarEventBody = calendar_event.Body.extend({
  provider: uuid.optional(),
  recurring_days: shape.recurring_days.default([]),
  excluded_dates: shape.excluded_dates.default([]),
  original_id: shape.original_id.default(null),
  original_date: shape.original_date.default(null),
});
export type CalendarEventBody = z.output<typeof CalendarEventBody>;

export const CalendarEventChanges = calendar_event.Changes;
export type CalendarEventChanges = z.output<typeof CalendarEventChanges>;

export const CalendarEvent = calendar_event.Row;
export type CalendarEvent = z.output<typeof CalendarEvent>;

/** One occurrence: a single event, or a series on one day. */
export const CalendarOccurrence = CalendarEvent.extend({
  /** Why the schools are closed; the occurrence is then skipped. */
  skipped: z.string().nullable(),
});
export type CalendarOccurrence = z.output<typeof CalendarOccurrence>;

/** The occurrence of a series that a call is about, and its scope; without both, the row itself. */
const reach = z.strictObject({
  scope: z.enum(['this', 'following', 'all'] satisfies EditScope[]).optional(),
  date: day.optional(),
});

const writes = writesOf(
  'calendar_event',
  { ...calendar_event, Body: CalendarEventBody },
  'calendar.record',
  2,
);

export const calendarEndpoints = defineEndpoints({
  'calendar.list-mine': {
    method: 'GET',
    path: '/api/calendar/events/get/my_calendar/',
    summary:
      "The caller's calendar between two Pacific days (inclusive): events, occurrences of series, invitations",
    policy: 'calendar.read',
    query: withDayRange(z.strictObject({ start: day, end: day }), 'start', 'end'),
    reply: z.array(CalendarOccurrence),
  },
  'calendar.read': {
    method: 'GET',
    path: '/api/calendar/events/{id}/',
    summary: 'One calendar event, or one occurrence of a series (date); scope=all is the series itself',
    policy: 'calendar.read',
    params: z.strictObject({ id: uuid }),
    query: reach,
    reply: CalendarEvent,
  },
  'calendar.create': {
    ...writes.create,
    path: '/api/calendar/events/new/',
    summary: 'Create a calendar event',
  },
  'calendar.update': {
    ...writes.update,
    query: reach,
    path: '/api/calendar/events/{id}/',
    summary: 'Change a calendar event; in a series this one, this and following, or all',
  },
  'calendar.delete': {
    ...writes.delete,
    query: reach,
    path: '/api/calendar/events/{id}/',
    summary: 'Delete a calendar event; in a series this one, this and following, or all',
  },
});
