import { z } from 'zod';
import { instant } from '#entities/fields.ts';
import { extra_pay, pay_rate } from '#entities/payroll.ts';
import { defineEndpoints } from './endpoint.ts';
import { listCalls } from './entity-calls.ts';

export type ExtraPay = z.output<typeof extra_pay.Row>;
export const ExtraPayBody = extra_pay.Body;
export type ExtraPayBody = z.output<typeof ExtraPayBody>;

/** With the provider's name, and the newest run that has paid it or left it out on purpose. */
const ListedExtraPay = extra_pay.Row.extend({
  provider_name: z.string(),
  /** Its number; null while no approved run has it. */
  settled_by: z.string().nullable(),
  /** The rate in force on its day, if one is recorded. */
  recorded: pay_rate.Row.nullable(),
});
export type ListedExtraPay = z.output<typeof ListedExtraPay>;

const calls = listCalls('extra-pay', extra_pay, {
  path: '/api/payroll/extra-pay/',
  may: { read: 'payroll.view', record: 'payroll.view' },
  words: ['extra pay', 'extra pay'],
});

export const extraPayEndpoints = defineEndpoints({
  ...calls,
  'extra-pay.list': {
    ...calls['extra-pay.list'],
    summary: 'Mileage and paid time off that the office entered, newest first',
    isReport: true,
    rows: 'entries',
    reply: z.object({ as_of: instant, entries: z.array(ListedExtraPay) }),
  },
  'extra-pay.create': { ...calls['extra-pay.create'], summary: 'Add mileage or paid time off of a provider' },
  'extra-pay.update': {
    ...calls['extra-pay.update'],
    summary: 'Change extra pay that no approved run has paid',
  },
  'extra-pay.delete': {
    ...calls['extra-pay.delete'],
    summary: 'Delete extra pay that no approved run has paid',
  },
});
