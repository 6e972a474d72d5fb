import { z } from 'zod';
import { PERIOD_STATES } from '#domain/payroll/pay-period-rules.ts';
import { instant, personName, text, uuid } from '#entities/fields.ts';
import { pay_period_step } from '#entities/organization.ts';
import { PayPeriod } from './catalog.ts';
import { defineEndpoints } from './endpoint.ts';

export type PayPeriodStep = z.output<typeof pay_period_step.Row>;

const PeriodObstacles = z.object({
  unsubmitted: z.array(z.object({ id: uuid, name: personName })),
  undecided_timesheets: z.int(),
  undecided_requests: z.int(),
  held_changes: z.int(),
  unsynced: z.array(z.object({ id: uuid, name: personName, changes: z.int(), since: instant.nullable() })),
});

const PeriodUses = z.object({ timesheets: z.int(), runs: z.int(), steps: z.int() });

/** With what refers to it: only one that was never used can be deleted. */
const UsedPayPeriod = PayPeriod.extend({ uses: PeriodUses });
export type UsedPayPeriod = z.output<typeof UsedPayPeriod>;

/** A pay period with what closing it would leave behind, and its history, newest first. */
export const PayPeriodFile = z.object({
  period: UsedPayPeriod,
  obstacles: PeriodObstacles,
  steps: z.array(pay_period_step.Row),
});
export type PayPeriodFile = z.output<typeof PayPeriodFile>;

const PeriodChange = z.strictObject({
  state: z.enum(PERIOD_STATES),
  /** Required to reopen, and to close despite obstacles. */
  reason: text(2_000),
});
export type PeriodChange = z.output<typeof PeriodChange>;

const params = z.strictObject({ id: uuid });
const PERIODS = '/api/payroll/periods/';

export const payPeriodEndpoints = defineEndpoints({
  'pay-period.list': {
    method: 'GET',
    path: PERIODS,
    summary: 'All pay periods, oldest first',
    policy: 'pay-period.record',
    reply: z.array(UsedPayPeriod),
  },
  'pay-period.create-year': {
    method: 'POST',
    path: PERIODS,
    summary: "Add a fiscal year's missing pay periods, by the organization's rule",
    policy: 'pay-period.record',
    body: z.strictObject({
      /** The year in which it begins, on July 1. */
      start_year: z
        .int()
        .min(2000, 'Enter a year from 2000 to 2098.')
        .max(2098, 'Enter a year from 2000 to 2098.'),
    }),
    reply: z.array(PayPeriod),
    status: 201,
  },
  'pay-period.read': {
    method: 'GET',
    path: `${PERIODS}{id}/`,
    summary: "A pay period, what's still open in it, and its history",
    policy: 'pay-period.record',
    params,
    reply: PayPeriodFile,
  },
  'pay-period.update': {
    method: 'PUT',
    path: `${PERIODS}{id}/`,
    summary: 'Close, lock, or reopen a pay period',
    policy: 'pay-period.record',
    params,
    body: PeriodChange,
    reply: PayPeriod,
  },
  'pay-period.delete': {
    method: 'DELETE',
    path: `${PERIODS}{id}/`,
    summary: 'Delete a pay period that was never used',
    policy: 'pay-period.record',
    params,
  },
});
