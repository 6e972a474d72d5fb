import { z } from 'zod';
import { CLOSING_ITEMS, REMINDABLE_ITEMS, SHEET_FINDINGS } from '#domain/payroll/closing-rules.ts';
import { instant, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { PayPeriodFile } from './pay-periods.ts';
import { RunSummary } from './payroll.ts';

const ClosingPerson = z.object({
  /** A provider, or for what waits on a device any user. */
  id: uuid,
  name: z.string(),
  /** How many of the item are theirs. */
  count: z.int(),
  /** Since when; null where that isn't known. */
  since: instant.nullable(),
  /** When the office last reminded them of it for this pay period. */
  reminded_at: instant.nullable(),
});
export type ClosingPerson = z.output<typeof ClosingPerson>;

const ClosingList = z.object({
  item: z.enum(CLOSING_ITEMS),
  count: z.int(),
  people: z.array(ClosingPerson),
});
export type ClosingList = z.output<typeof ClosingList>;

/** A submitted timesheet that waits for the office, with what has to be looked at first. */
const ClosingSheet = z.object({
  provider: uuid,
  provider_name: z.string(),
  findings: z.array(z.enum(SHEET_FINDINGS)),
});
export type ClosingSheet = z.output<typeof ClosingSheet>;

const PayPeriodClosing = PayPeriodFile.extend({
  as_of: instant,
  /** All of them in the order of the checklist, including empty ones. */
  items: z.array(ClosingList),
  sheets: z.array(ClosingSheet),
  /** Timesheets of the period that are approved. */
  approved_sheets: z.int(),
  /** Newest first. */
  runs: z.array(RunSummary),
  /** Why a run can't start now, in words; null if it can. */
  run_refusal: z.string().nullable(),
});
export type PayPeriodClosing = z.output<typeof PayPeriodClosing>;

const CLOSING = '/api/payroll/closing/';

export const payrollClosingEndpoints = defineEndpoints({
  'payroll.read-closing': {
    method: 'GET',
    path: CLOSING,
    summary: "What's still open in a pay period, by person, with its timesheets and runs",
    policy: 'payroll.view',
    query: z.strictObject({ pay_period: uuid }),
    reply: PayPeriodClosing,
  },
  'payroll.remind': {
    method: 'POST',
    path: `${CLOSING}remind/`,
    summary: 'Remind everyone with an open item in a pay period, at most once a day',
    policy: 'payroll.view',
    body: z.strictObject({ pay_period: uuid, item: z.enum(REMINDABLE_ITEMS) }),
    reply: z.object({ reminded: z.int() }),
  },
});
