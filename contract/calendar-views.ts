import { z } from 'zod';
import { day, uuid, withDayRange } from '#entities/fields.ts';
import { CalendarEvent, CalendarEventBody, CalendarOccurrence } from './calendar.ts';
import { Provider, Service } from './catalog.ts';
import { defineEndpoints } from './endpoint.ts';
import { Student } from './student.ts';

/** Longest view of other people's calendars, in days. */
export const LONGEST_VIEW_DAYS = 100;

const range = { start: day, end: day };

/** Whole series, calendars of others, and their filters. None of it is stored on devices. */
export const calendarViewEndpoints = defineEndpoints({
  'calendar.list-personal': {
    method: 'GET',
    path: '/api/calendar/events/get/personal/',
    summary: "The caller's calendar between two Pacific days, without students and lunch breaks",
    policy: 'calendar.read',
    query: withDayRange(z.strictObject(range), 'start', 'end'),
    reply: z.array(CalendarOccurrence),
  },
  'calendar.list-master': {
    method: 'GET',
    path: '/api/calendar/events/get/master_calendar/',
    summary: 'All calendars the caller may see, between two Pacific days',
    policy: 'calendar.read-master',
    query: withDayRange(
      z.strictObject({ ...range, provider: uuid.optional(), service: uuid.optional() }),
      'start',
      'end',
    ),
    reply: z.array(CalendarOccurrence),
  },
  'calendar.create-series': {
    method: 'POST',
    path: '/api/calendar/events/recurring/new/',
    summary: 'Create a series of calendar events',
    policy: 'calendar.record',
    body: CalendarEventBody,
    reply: CalendarEvent,
    status: 201,
  },
  'calendar.read-series': {
    method: 'GET',
    path: '/api/calendar/events/original/{original_id}/',
    summary: 'A series, and its individually changed events',
    policy: 'calendar.read',
    params: z.strictObject({ original_id: uuid }),
    reply: z.object({ series: CalendarEvent, changed: z.array(CalendarEvent) }),
  },
  'calendar.list-providers': {
    method: 'GET',
    path: '/api/calendar/providers/list/',
    summary: 'Providers whose calendars the caller may see, by name',
    policy: 'calendar.read-master',
    reply: z.array(Provider),
  },
  'calendar.list-students': {
    method: 'GET',
    path: '/api/calendar/students/list/',
    summary: 'Students the caller may schedule, by name',
    policy: 'calendar.read',
    reply: z.array(Student),
  },
  'calendar.list-services': {
    method: 'GET',
    path: '/api/calendar/services/list/',
    summary: 'Services available for events, by name',
    policy: 'calendar.read',
    reply: z.array(Service),
  },
  'calendar.of-student': {
    method: 'GET',
    path: '/api/calendar/student/{id}/',
    summary: "A student's events between two Pacific days; notes only of the caller's own events",
    policy: 'student.read',
    audited: true,
    params: z.strictObject({ id: uuid }),
    query: withDayRange(z.strictObject(range), 'start', 'end'),
    reply: z.array(CalendarOccurrence),
  },
  'calendar.of-client': {
    method: 'GET',
    path: '/api/calendar/client/{id}/',
    summary: "Events of a client's students and schools between two Pacific days",
    policy: 'client.read',
    audited: true,
    params: z.strictObject({ id: uuid }),
    query: withDayRange(z.strictObject(range), 'start', 'end'),
    reply: z.array(CalendarOccurrence),
  },
  'calendar.of-provider': {
    method: 'GET',
    path: '/api/calendar/provider/{id}/',
    summary:
      "A provider's events and invitations between two Pacific days, limited to what the caller may see",
    policy: 'calendar.read',
    params: z.strictObject({ id: uuid }),
    query: withDayRange(z.strictObject(range), 'start', 'end'),
    reply: z.array(CalendarOccurrence),
  },
});
