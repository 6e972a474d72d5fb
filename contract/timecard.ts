import { z } from 'zod';
import { instant, requiredText, uuid } from '#entities/fields.ts';
import { TimecardBreak, timecard } from '#entities/working-day.ts';
import { defineEndpoints } from './endpoint.ts';

export const Timecard = timecard.Row;
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
/** Punches are never merged into one write. */
const command = { entity: 'timecard', effect: 'update', version: 1, isCommand: true } as const;
const punch = {
  method: 'POST',
  policy: 'timecard.record',
  params,
  reply: Timecard,
  offline: command,
} as const;

export const timecardEndpoints = defineEndpoints({
  'timecard.create': {
    method: 'POST',
    path: '/api/timecards/new/',
    summary: 'Clock in',
    policy: 'timecard.record',
    body: TimecardBody,
    reply: Timecard,
    status: 201,
    offline: { entity: 'timecard', effect: 'create', version: 1 },
  },
  'timecard.update': {
    method: 'PUT',
    path: '/api/timecards/edit/{id}/',
    summary: 'Correct the times of a timecard, with the reason',
    policy: 'timecard.record',
    params,
    body: TimecardChanges,
    reply: Timecard,
    offline: command,
  },
  'timecard.read': {
    method: 'GET',
    path: '/api/timecards/{id}/',
    summary: 'One timecard',
    policy: 'timecard.read',
    params,
    reply: Timecard,
  },
  'timecard.start-lunch': {
    ...punch,
    path: '/api/timecards/start-lunch/{id}/',
    summary: 'Start lunch, with the same lunch entry that the form creates',
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
    summary: 'Clock out',
    body: PunchBody,
  },
  'timecard.pause': {
    ...punch,
    path: '/api/timecards/pause/{id}/',
    summary: "Pause the timecard; a pause isn't a meal",
    body: PunchBody,
  },
  'timecard.unpause': {
    ...punch,
    path: '/api/timecards/unpause/{id}/',
    summary: 'Resume after a pause',
    body: PunchBody,
  },
});
