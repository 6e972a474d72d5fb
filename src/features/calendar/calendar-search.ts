import { type Address, addressOf } from '#screens/address.ts';

// Light, because the address is read before anything of the calendar is loaded.
const CALENDAR_VIEWS = ['day', 'week', 'month', 'list'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** What the screen shows on which day, and what stands open over it: an occurrence, or a new event that begins then. */
const SHAPES = {
  view: CALENDAR_VIEWS,
  day: 'day',
  open: ['new', 'subscription'],
  at: 'time',
  event: 'id',
} as const;

export type CalendarSearch = Address<typeof SHAPES>;
export const calendarSearch = addressOf(SHAPES);
