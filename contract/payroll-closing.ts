import { z } from 'zod';
import { CLOSING_ITEMS, REMINDABLE_ITEMS, SHEET_FINDINGS } from '#domain/payroll/closing-rules.ts';
import { LINE_KINDS } from '#domain/payroll/pay-line.ts';
import { day, instant, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { PayPeriodFile } from './pay-periods.ts';
import { RunSummary } from './payroll.ts';
import { unsynced } from './payroll-figures.ts';
import { withinDays } from './within-days.ts';

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

/** A timecard or a punched lunch break without an end. */
const OpenTime = z.object({
  id: uuid,
  kind: z.enum(['timecard', 'lunch']),
  provider: uuid,
  provider_name: z.string(),
  day,
  since: instant,
  /** When the office last reminded them for this pay period. */
  reminded_at: instant.nullable(),
});
export type OpenTime = z.output<typeof OpenTime>;

/** What one rate would pay: the lines of a provider's service in a fiscal year, or of their other time, without a rate. */
const MissingRate = z.object({
  provider: uuid,
  provider_name: z.string(),
  kind: z.enum(LINE_KINDS),
  /** Null for what isn't a service. */
  service: uuid.nullable(),
  what: z.string(),
  start_year: z.int(),
  lines: z.int(),
  minutes: z.int(),
  first_day: day,
});
export type MissingRate = z.output<typeof MissingRate>;

const MOST_DAYS = 92;
const daysQuery = withinDays(MOST_DAYS, z.strictObject({ start_date: day, end_date: day }));
const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    as_of: instant,
    /** The pay period that begins on the first day; null if none does. */
    pay_period: uuid.nullable(),
    rows: z.array(row),
    unsynced,
  });

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
    summary: 'Remind everyone with an open item in a pay period, or one of them, at most once a day',
    policy: 'payroll.view',
    body: z.strictObject({
      pay_period: uuid,
      item: z.enum(REMINDABLE_ITEMS),
      /** Only this person. */
      person: uuid.optional(),
    }),
    reply: z.object({ reminded: z.int() }),
  },
  'payroll.list-open-time': {
    method: 'GET',
    path: `${CLOSING}open-time/`,
    summary: 'Timecards and lunch breaks of a pay period without an end',
    policy: 'payroll.view',
    query: daysQuery,
    isReport: true,
    reply: listOf(OpenTime),
  },
  'payroll.list-missing-rates': {
    method: 'GET',
    path: `${CLOSING}missing-rates/`,
    summary: 'What has no pay rate in a pay period, by provider and service',
    policy: 'payroll.view',
    query: daysQuery,
    isReport: true,
    reply: listOf(MissingRate),
  },
});
