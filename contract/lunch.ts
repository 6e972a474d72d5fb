import { z } from 'zod';
import {
  DEFAULT_LUNCH_MINUTES,
  EXCEPTION_REASONS,
  LONGEST_LUNCH_MINUTES,
  WAIVER_TYPES,
} from '#domain/lunch/lunch-break.ts';
import { day, instant, minutes, text, uuid, version } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

const duration = minutes(LONGEST_LUNCH_MINUTES).min(1, 'Enter at least 1 minute.');

/** Written by the form, or by punches: then times are real to the second. */
const source = z.enum(['manual', 'punch']);

const entry = {
  lunch_start_time: instant,
  /** Whole minutes; while a punched break runs, what is planned. */
  lunch_duration: duration,
  /** Of a punch, to the second; nothing while it runs and for what the form wrote. */
  lunch_end_time: instant.nullable(),
  waiver_type: z.enum(WAIVER_TYPES),
  exception_reason: z.enum(EXCEPTION_REASONS),
  calendar_event_id: uuid.nullable(),
  notes: text(2_000),
};

export const LunchBody = z.strictObject({
  ...entry,
  id: uuid,
  provider: uuid.optional(),
  lunch_duration: duration.default(DEFAULT_LUNCH_MINUTES),
  waiver_type: entry.waiver_type.default(''),
  exception_reason: entry.exception_reason.default(''),
  calendar_event_id: entry.calendar_event_id.default(null),
  notes: entry.notes.default(''),
  lunch_end_time: entry.lunch_end_time.default(null),
  source: source.default('manual'),
});
export type LunchBody = z.output<typeof LunchBody>;

export const LunchChanges = z.strictObject(entry).partial();
export type LunchChanges = z.output<typeof LunchChanges>;

export const LunchBreak = z.object({
  id: uuid,
  provider: uuid,
  ...entry,
  source,
  /** The employer's half of a waiver, or their note to a day that was not compliant. */
  acknowledgment_note: text(2_000),
  acknowledged_by: uuid.nullable(),
  acknowledged_at: instant.nullable(),
  captured_by: uuid,
  captured_at: instant,
  received_at: instant.nullable(),
  version,
});
export type LunchBreak = z.output<typeof LunchBreak>;

export const lunchEndpoints = defineEndpoints({
  'lunch.create': {
    method: 'POST',
    path: '/api/payroll/lunch/create/',
    summary: 'Record a lunch break',
    policy: 'lunch.record',
    body: LunchBody,
    reply: LunchBreak,
    status: 201,
    offline: { entity: 'lunch', effect: 'create', version: 2 },
  },
  'lunch.update': {
    method: 'PUT',
    path: '/api/payroll/lunch/update/{id}/',
    summary: 'Change a lunch break',
    policy: 'lunch.record',
    params: z.strictObject({ id: uuid }),
    body: LunchChanges,
    reply: LunchBreak,
    offline: { entity: 'lunch', effect: 'update', version: 2 },
  },
  'lunch.delete': {
    method: 'DELETE',
    path: '/api/payroll/lunch/delete/{id}/',
    summary: 'Delete a lunch break',
    policy: 'lunch.record',
    params: z.strictObject({ id: uuid }),
    offline: { entity: 'lunch', effect: 'delete', version: 1 },
  },
  'lunch.list-of-day': {
    method: 'GET',
    path: '/api/payroll/lunch/get-by-date/{a}/{b}/',
    summary: 'Lunch breaks of a provider (a) on a Pacific day (b)',
    policy: 'lunch.read',
    params: z.strictObject({ a: uuid, b: day }),
    reply: z.array(LunchBreak),
  },
  'lunch.read': {
    method: 'GET',
    path: '/api/payroll/lunch/get-by-id/{id}/',
    summary: 'One lunch break',
    policy: 'lunch.read',
    params: z.strictObject({ id: uuid }),
    reply: LunchBreak,
  },
});
