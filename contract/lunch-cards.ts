import { z } from 'zod';
import { COMPLIANCE_FILTERS } from '#domain/lunch/card-filters.ts';
import { EXCEPTION_REASONS, WAIVER_TYPES } from '#domain/lunch/lunch-break.ts';
import { day, instant, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { withinDays } from './within-days.ts';

const MOST_DAYS = 92;

const MealFinding = z.object({
  meal: z.enum(['first', 'second']),
  result: z.enum([
    'not-required',
    'compliant',
    'waived',
    'late',
    'short',
    'missed',
    'waiver-invalid',
    'unknown',
  ]),
  due_at: instant.nullable(),
  lunch_id: uuid.nullable(),
  reason: z.enum(EXCEPTION_REASONS),
});

/** One provider's workday under the meal rules. */
export const LunchCard = z.object({
  /** The id of the day's first lunch entry, or a derived id for a day without one. */
  id: uuid,
  provider: uuid,
  provider_name: z.string(),
  work_date: day,
  /** First and last punch; null without a timecard, and no end while it is open. */
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  worked_minutes: z.int(),
  lunches: z.array(
    z.object({
      id: uuid,
      lunch_start_time: instant,
      lunch_end_time: instant.nullable(),
      lunch_duration: z.int(),
      waiver_type: z.enum(WAIVER_TYPES),
      exception_reason: z.enum(EXCEPTION_REASONS),
      source: z.enum(['manual', 'punch']),
    }),
  ),
  findings: z.array(MealFinding),
  compliance: z.enum(['compliant', 'noncompliant', 'waived', 'unknown', 'not-required']),
  needs_acknowledgment: z.boolean(),
  /** Whether the caller may acknowledge it: no one acknowledges their own. */
  may_acknowledge: z.boolean(),
  /** The newest acknowledgment; it doesn't count if the day has changed since. */
  acknowledgment: z.object({ note: z.string(), by: z.string(), acknowledged_at: instant }).nullable(),
});
export type LunchCard = z.output<typeof LunchCard>;

const LunchCards = z.object({
  as_of: instant,
  policy_version: z.int(),
  cards: z.array(LunchCard),
  /** People whose devices have unsynced changes: their days can't be judged yet. */
  unsent: z.array(
    z.object({ provider: uuid, provider_name: z.string(), changes: z.int(), since: instant.nullable() }),
  ),
});
export type LunchCards = z.output<typeof LunchCards>;

export const lunchCardEndpoints = defineEndpoints({
  'lunch.list-cards': {
    method: 'GET',
    path: '/api/payroll/lunch-cards/',
    summary: 'Workdays under the meal rules, with findings and acknowledgments',
    policy: 'lunch.read',
    query: withinDays(
      MOST_DAYS,
      z.strictObject({
        start_date: day,
        end_date: day,
        provider_id: uuid.optional(),
        compliance: z.enum(COMPLIANCE_FILTERS).default('all'),
      }),
    ),
    reply: LunchCards,
    rows: 'cards',
  },
  'lunch.acknowledge': {
    method: 'POST',
    path: '/api/payroll/lunch/acknowledge/{id}/',
    summary: "Acknowledge a lunch card: the employer's side of a waiver, or a note on a violation",
    policy: 'lunch.acknowledge',
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({ note: text(2_000).default('') }),
    reply: LunchCard,
  },
  'lunch.count-acknowledgments': {
    method: 'GET',
    path: '/api/payroll/lunch/acknowledgment-count/',
    summary: 'How many lunch cards of recent weeks need acknowledgment',
    policy: 'lunch.acknowledge',
    reply: z.object({ needs_acknowledgment: z.int() }),
  },
});
