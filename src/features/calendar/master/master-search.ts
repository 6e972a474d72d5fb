import { type Address, addressOf } from '#screens/address.ts';

/** One day side by side, or a week in one list. */
export const MASTER_VIEWS = ['day', 'week'] as const;
export type MasterView = (typeof MASTER_VIEWS)[number];

/** The screen's days and calendars, and what is open above it. */
const SHAPES = {
  view: MASTER_VIEWS,
  day: 'day',
  provider: 'id',
  service: 'id',
  client: 'id',
  // Availability between these wall times.
  free_from: 'time',
  free_to: 'time',
  open: ['new'],
  // The owner and start of a new event.
  for: 'id',
  at: 'time',
  // The open occurrence.
  event: 'id',
} as const;

export type MasterSearch = Address<typeof SHAPES>;
export const masterSearch = addressOf(SHAPES);
