import { type Address, addressOf } from '#screens/address.ts';

/** The day's view beside each other, or the week's in one list. */
export const MASTER_VIEWS = ['day', 'week'] as const;
export type MasterView = (typeof MASTER_VIEWS)[number];

/** Which days and whose calendars the screen shows, and what stands open over it. */
const SHAPES = {
  view: MASTER_VIEWS,
  day: 'day',
  provider: 'id',
  service: 'id',
  client: 'id',
  // Who is free between these wall times.
  free_from: 'time',
  free_to: 'time',
  open: ['new'],
  // Whose calendar a new event stands in, and when it begins.
  for: 'id',
  at: 'time',
  // The occurrence that is looked at.
  event: 'id',
} as const;

export type MasterSearch = Address<typeof SHAPES>;
export const masterSearch = addressOf(SHAPES);
