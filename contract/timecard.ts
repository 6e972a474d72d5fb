import { z } from 'zod';
import { day, instant, requiredText, text, uuid, version } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

const TimecardBreak = z.object({
  kind: z.enum(['lunch', 'pause']),
  started_at: instant,
  ended_at: instant.nullable(),
  lunch_id: uuid.nullable(),
});

const TimecardCorrection = z.object({
  field: text(60),
  before: instant.nullable(),
  after: instant.nullable(),
  reason: requiredText(500),
  corrected_by: uuid,
  corrected_at: instant,
});

/** One working day of an hourly employee: its punches as they were made, to the second. */
export const Timecard = z.object({
  id: uuid,
  provider: uuid,
  /** The Pacific day on which it began. */
  work_date: day,
  started_at: instant,
  /** Nothing while the day is open. */
  ended_at: instant.nullable(),
  breaks: z.array(TimecardBreak),
  corrections: z.array(TimecardCorrection),
  captured_by: uuid,
  captured_at: instant,
  received_at: instant.nullable(),
  version,
});
export type Timecard = z.output<typeof Timecard>;

export const TimecardBody = z.strictObject({ id: uuid, provider: uuid.optional(), started_at: instant });
export type TimecardBody = z.output<typeof TimecardBody>;

/** The instant that the device captured. */
const PunchBody = z.strictObject({ at: instant });

/** `lunch_id`: the lunch entry that the two punches write; made by the server where none is named. */
export const StartLunchBody = z.strictObject({ at: instant, lunch_id: uuid.optional() });
export type StartLunchBody = z.output<typeof StartLunchBody>;

const MOST_BREAKS = 50;

/** A correction: absent fields stay; former values are kept with the reason. */
export const TimecardChanges = z.strictObject({
  started_at: instant.optional(),
  ended_at: instant.nullable().optional(),
  breaks: z.array(TimecardBreak).max(MOST_BREAKS).optional(),
  reason: requiredText(500),
});
export type TimecardChanges = z.output<typeof TimecardChanges>;

const params = z.strictObject({ id: uuid });
/** Punches stand for themselves: two of them are never one write. */
const step = { entity: 'timecard', effect: 'update', version: 1, isStep: true } as const;
const punch = { method: 'POST', policy: 'timecard.record', params, reply: Timecard, offline: step } as const;

export const timecardEndpoints = defineEndpoints({
  'timecard.create': {
    method: 'POST',
    path: '/api/timecards/new/',
    summary: 'Start a working day',
    policy: 'timecard.record',
    body: TimecardBody,
    reply: Timecard,
    status: 201,
    offline: { entity: 'timecard', effect: 'create', version: 1 },
  },
  'timecard.update': {
    method: 'PUT',
    path: '/api/timecards/edit/{id}/',
    summary: 'Correct the times of a working day, with the reason',
    policy: 'timecard.record',
    params,
    body: TimecardChanges,
    reply: Timecard,
    offline: step,
  },
  'timecard.read': {
    method: 'GET',
    path: '/api/timecards/{id}/',
    summary: 'One working day',
    policy: 'timecard.read',
    params,
    reply: Timecard,
  },
  'timecard.start-lunch': {
    ...punch,
    path: '/api/timecards/start-lunch/{id}/',
    summary: 'Start lunch; its lunch entry is the one that the form writes',
    body: StartLunchBody,
  },
  'timecard.end-lunch': {
    ...punch,
    path: '/api/timecards/end-lunch/{id}/',
    summary: 'End lunch',
    body: PunchBody,
  },
  'timecard.end-day': {
    ...punch,
    path: '/api/timecards/end-day/{id}/',
    summary: 'End the working day',
    body: PunchBody,
  },
  'timecard.pause': {
    ...punch,
    path: '/api/timecards/pause/{id}/',
    summary: 'Pause the working day; a pause is no meal',
    body: PunchBody,
  },
  'timecard.unpause': {
    ...punch,
    path: '/api/timecards/unpause/{id}/',
    summary: 'Go on after a pause',
    body: PunchBody,
  },
});
