import type { OwedState } from '#domain/sessions/make-ups.ts';

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

/** The makeup status of a missed session's minutes. */
export const OWED_STATES = ['owed', 'made-up', 'expired'] as const satisfies readonly OwedState[];

export const OWED_STATE_LABELS: Readonly<Record<OwedState, string>> = {
  owed: 'Owed',
  'made-up': 'Made up',
  expired: 'Expired',
};
