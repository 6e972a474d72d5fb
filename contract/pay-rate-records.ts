import { z } from 'zod';
import { day } from '#entities/fields.ts';
import { pay_rate } from '#entities/payroll.ts';
import { defineEndpoints } from './endpoint.ts';
import { listCalls } from './entity-calls.ts';

export type PayRate = z.output<typeof pay_rate.Row>;
export const PayRateBody = pay_rate.Body;
export type PayRateBody = z.output<typeof PayRateBody>;

/** With the provider's name, and the day before the next rate for the same. */
const ListedPayRate = pay_rate.Row.extend({
  /** Null for everyone. */
  provider_name: z.string().nullable(),
  /** Null if no other rate follows. */
  last_day: day.nullable(),
});
export type ListedPayRate = z.output<typeof ListedPayRate>;

const calls = listCalls('pay-rate', pay_rate, {
  path: '/api/payroll/pay-rates/',
  may: { read: 'payroll.view', record: 'payroll.view' },
  words: ['pay rate', 'pay rates'],
});

export const payRateEndpoints = defineEndpoints({
  ...calls,
  'pay-rate.list': {
    ...calls['pay-rate.list'],
    summary: 'Recorded rates for mileage, paid time off, and other time on the clock, newest first',
    reply: z.array(ListedPayRate),
  },
  'pay-rate.create': {
    ...calls['pay-rate.create'],
    summary: 'Record a rate for a provider or everyone, from a day until the next one',
  },
  'pay-rate.update': { ...calls['pay-rate.update'], summary: 'Correct the amount of a recorded rate' },
});
