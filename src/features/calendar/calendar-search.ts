import { type Address, addressOf } from '#screens/address.ts';

// Lightweight: the URL is parsed before the calendar is loaded.
const CALENDAR_VIEWS = ['day', 'week', 'month', 'list'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** View, day, and what is open above the calendar: an occurrence, or a new event with its start. */
const SHAPES = {
  view: CALENDAR_VIEWS,
  day: 'day',
  open: ['new', 'subscription'],
  at: 'time',
  event: 'id',
} as const;

export type CalendarSearch = Address<typeof SHAPES>;
export const calendarSearch = addressOf(SHAPES);
