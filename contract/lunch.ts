import { z } from 'zod';
import { DEFAULT_LUNCH_MINUTES } from '#domain/lunch/lunch-break.ts';
import { day, uuid } from '#entities/fields.ts';
import { lunch } from '#entities/working-day.ts';
import { defineEndpoints } from './endpoint.ts';
import { writesOf } from './entity-calls.ts';

const { shape } = lunch.Row;

export const LunchBody = lunch.Body.extend({
  provider: uuid.optional(),
  lunch_duration: shape.lunch_duration.default(DEFAULT_LUNCH_MINUTES),
  waiver_type: shape.waiver_type.default(''),
  exception_reason: shape.exception_reason.default(''),
  calendar_event_id: shape.calendar_event_id.default(null),
  notes: shape.notes.default(''),
  lunch_end_time: shape.lunch_end_time.default(null),
  source: shape.source.default('manual'),
});
export type LunchBody = z.output<typeof LunchBody>;

export const LunchChanges = lunch.Changes;
export type LunchChanges = z.output<typeof LunchChanges>;

export const LunchBreak = lunch.Row;
export type LunchBreak = z.output<typeof LunchBreak>;

const writes = writesOf('lunch', { ...lunch, Body: LunchBody }, 'lunch.record', 2);

export const lunchEndpoints = defineEndpoints({
  'lunch.create': {
    ...writes.create,
    path: '/api/payroll/lunch/create/',
    summary: 'Record a lunch break',
  },
  'lunch.update': {
    ...writes.update,
    path: '/api/payroll/lunch/update/{id}/',
    summary: 'Change a lunch break',
  },
  'lunch.delete': {
    ...writes.delete,
    path: '/api/payroll/lunch/delete/{id}/',
    summary: 'Delete a lunch break',
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
