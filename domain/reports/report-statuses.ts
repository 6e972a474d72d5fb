// Loaded with the routes, before any report: keep it small.

/** How far the SOAP note of one student in one session is, from nothing to finished. */
export const NOTE_STATUSES = ['not-started', 'draft', 'returned', 'to-co-sign', 'done'] as const;
export type NoteStatus = (typeof NOTE_STATUSES)[number];

/** How an authorization will end, most urgent first. */
export const FORECAST_STATUSES = [
  'over',
  'heading-over',
  'behind',
  'on-track',
  'too-early',
  'no-limit',
] as const;
export type ForecastStatus = (typeof FORECAST_STATUSES)[number];
