import { sql } from 'drizzle-orm';
import type { CountedSession } from '#domain/sessions/session-minutes.ts';

/** What the rule of service minutes reads of a session, without the names of its fields: thousands are read in less time. */
export type CountedValues = [
  attendance: CountedSession['attendance'],
  scheduled_minutes: number,
  actual_minutes: number,
  changeDuration: boolean,
  approval_request: CountedSession['approval_request'],
  requests: NonNullable<CountedSession['requests']>,
];

/** The columns of `sessions` in the order of `CountedValues`. */
export const COUNTED_VALUES = sql.raw(
  'attendance, scheduled_minutes, actual_minutes, "changeDuration", approval_request, requests',
);

/** @param values those of the rule, and whatever else was read after them */
export function countedSession(values: readonly [...CountedValues, ...unknown[]]): CountedSession {
  return {
    attendance: values[0],
    scheduled_minutes: values[1],
    actual_minutes: values[2],
    changeDuration: values[3],
    approval_request: values[4],
    requests: values[5],
  };
}
