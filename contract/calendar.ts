import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { day, locationId, minutes, text, uuid, version, wallTime } from './fields.ts';

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
  recurring_type: z.enum(['', 'daily', 'weekly', 'biweekly', 'monthly']),
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

export const CalendarEventBody = z.strictObject({ id: uuid, provider: uuid.optional(), ...entry });
export type CalendarEventBody = z.output<typeof CalendarEventBody>;

export const CalendarEventChanges = z.strictObject(entry).partial();
export type CalendarEventChanges = z.output<typeof CalendarEventChanges>;

export const CalendarEvent = z.object({
  id: uuid,
  provider: uuid,
  ...entry,
  /** The series that it belongs to. */
  original_id: uuid.nullable(),
  version,
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

export const calendarEndpoints = defineEndpoints({
  'calendar.list-mine': {
    method: 'GET',
    path: '/api/calendar/events/get/my_calendar/',
    summary: 'The events of the caller between two Pacific days, both included',
    policy: 'calendar.read',
    query: z.strictObject({ start: day, end: day }),
    reply: z.array(CalendarEvent),
  },
  'calendar.read': {
    method: 'GET',
    path: '/api/calendar/events/{id}/',
    summary: 'One calendar event',
    policy: 'calendar.read',
    params: z.strictObject({ id: uuid }),
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
    offline: { entity: 'calendar_event', effect: 'create', version: 1 },
  },
  'calendar.update': {
    method: 'PUT',
    path: '/api/calendar/events/{id}/',
    summary: 'Change a calendar event',
    policy: 'calendar.record',
    params: z.strictObject({ id: uuid }),
    body: CalendarEventChanges,
    reply: CalendarEvent,
    offline: { entity: 'calendar_event', effect: 'update', version: 1 },
  },
  'calendar.delete': {
    method: 'DELETE',
    path: '/api/calendar/events/{id}/',
    summary: 'Delete a calendar event',
    policy: 'calendar.record',
    params: z.strictObject({ id: uuid }),
    offline: { entity: 'calendar_event', effect: 'delete', version: 1 },
  },
});
