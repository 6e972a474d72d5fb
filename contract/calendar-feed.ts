import { z } from 'zod';
import { instant, text } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

/** Whether a person has a private calendar link. The link itself is returned only once. */
export const CalendarFeed = z.object({
  exists: z.boolean(),
  created_at: instant.nullable(),
  /** When another calendar app last read it. */
  last_read_at: instant.nullable(),
});
export type CalendarFeed = z.output<typeof CalendarFeed>;

export const calendarFeedEndpoints = defineEndpoints({
  'calendar.feed-read': {
    method: 'GET',
    path: '/api/calendar/feed/',
    summary: "Whether the caller's calendar has a private link",
    policy: 'calendar.read',
    reply: CalendarFeed,
  },
  'calendar.feed-create': {
    method: 'POST',
    path: '/api/calendar/feed/',
    summary: "Create a private link to the caller's calendar, revoking an earlier one. Shown only once",
    policy: 'calendar.read',
    reply: CalendarFeed.extend({ address: z.string() }),
    status: 201,
  },
  'calendar.feed-revoke': {
    method: 'DELETE',
    path: '/api/calendar/feed/',
    summary: "Revoke the private link to the caller's calendar",
    policy: 'calendar.read',
  },
  'calendar.feed': {
    method: 'GET',
    path: '/api/calendar/feed/{secret}.ics',
    summary: "A person's calendar as iCalendar (RFC 5545), for anyone with its private link",
    policy: 'public',
    isRaw: true,
    params: z.strictObject({ secret: text(100) }),
  },
});
