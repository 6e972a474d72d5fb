import { z } from 'zod';
import { AUTHORIZED_PER } from '#domain/students/student-file.ts';
import { day, minutes, uuid, version } from '#entities/fields.ts';
import { BulkChange } from './bulk-changes.ts';
import { defineEndpoints } from './endpoint.ts';

/** A service of last year, and what renewing it would assign. */
const RenewalLine = z.object({
  /** The assigned service of last year, and its version. */
  id: uuid,
  version,
  student: uuid,
  student_name: z.string(),
  service: uuid,
  service_name: z.string(),
  /** Days of last year's. */
  from: day,
  to: day.nullable(),
  provider: uuid.nullable(),
  provider_name: z.string(),
  authorised_minutes: z.int().nullable(),
  authorised_per: z.enum(AUTHORIZED_PER),
  /** Days of the new one. */
  start_date: day,
  end_date: day,
  /** Who would deliver it: the same provider, or no one if they can't any more. */
  next_provider: uuid.nullable(),
  /** Why it is left out unless it is chosen; empty if it is renewed. */
  reason: z.string(),
  /** It can't be chosen either. */
  is_refused: z.boolean(),
});
export type RenewalLine = z.output<typeof RenewalLine>;

/** A student's grade, and the one in the new year. */
const GradeLine = z.object({
  student: uuid,
  student_name: z.string(),
  grade: z.string(),
  /** Null if the student leaves school, or no one can tell. */
  next_grade: z.string().nullable(),
  /** Finishes grade 12: to be archived, if nothing else is planned. */
  leaves: z.boolean(),
  /** Why the grade stays; empty if it moves up. */
  reason: z.string(),
});
export type GradeLine = z.output<typeof GradeLine>;

const window = { start_date: day, end_date: day };
const MOST_STUDENTS = 2_000;
const MOST_LINES = 4_000;

/** Whose services: chosen students, or all active ones of a client. */
const whose = {
  students: z.array(uuid).max(MOST_STUDENTS).nullable(),
  client: uuid.nullable(),
};

/** What is renewed and who moves up, before anything is written. */
export const RenewalPlan = z.object({ ...window, lines: z.array(RenewalLine), grades: z.array(GradeLine) });
export type RenewalPlan = z.output<typeof RenewalPlan>;

export const RenewalBody = z.strictObject({
  id: uuid,
  ...window,
  lines: z
    .array(
      z.strictObject({
        id: uuid,
        version,
        provider: uuid.nullable(),
        /** Null if no limit is authorized. */
        authorised_minutes: minutes(60_000).nullable(),
      }),
    )
    .max(MOST_LINES),
  /** The students whose grades move up. */
  grades: z.array(uuid).max(MOST_STUDENTS),
});
export type RenewalBody = z.output<typeof RenewalBody>;

export const yearRenewalEndpoints = defineEndpoints({
  'year-renewal.check': {
    method: 'POST',
    path: '/api/students/renewals/check/',
    summary: "Preview renewing students' services and moving up their grades. Changes nothing",
    policy: 'bulk-change.record',
    body: z.strictObject({ ...window, ...whose }),
    rows: 'lines',
    reply: RenewalPlan,
  },
  'year-renewal.create': {
    method: 'POST',
    path: '/api/students/renewals/',
    summary: "Renew students' services for a year and move up their grades, in one step",
    policy: 'bulk-change.record',
    body: RenewalBody,
    reply: BulkChange,
    status: 201,
  },
});
