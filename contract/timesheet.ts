import { z } from 'zod';
import { DAY_PROBLEMS } from '#domain/timesheets/day-problems.ts';
import { STATUS_DECISIONS, TIMESHEET_STATUSES } from '#domain/timesheets/timesheet.ts';
import { day, text, uuid, withDayRange } from '#entities/fields.ts';
import { ManifestItem, TimesheetTotals, timesheet } from '#entities/working-day.ts';
import { defineEndpoints } from './endpoint.ts';
import { LunchBreak } from './lunch.ts';
import { Timecard } from './timecard.ts';

const sums = TimesheetTotals.shape;

export const Timesheet = timesheet.Row;
export type Timesheet = z.output<typeof Timesheet>;

/** Hours as their provider saw them. */
const DeclaredTotals = z.strictObject(sums);

/** A full manifest of 2,000 items with a few writes each. */
const TIMESHEET_BYTES = 512 * 1_024;

/** The id is made on the device, once. Everyone submits their own. */
export const TimesheetBody = z.strictObject({
  id: uuid,
  provider_id: uuid,
  period_start_date: day,
  period_end_date: day,
  /** Which text was declared; the server keeps its words. */
  attestation_version: z.int().min(1).max(1_000),
  manifest: z.array(z.strictObject(ManifestItem.shape)).max(2_000),
  totals: DeclaredTotals,
  notes: text(2_000).default(''),
});
export type TimesheetBody = z.output<typeof TimesheetBody>;

export const TimesheetDecision = z.strictObject({
  new_status: z.enum(STATUS_DECISIONS, 'Choose the new status.'),
  notes: text(2_000).default(''),
});
export type TimesheetDecision = z.output<typeof TimesheetDecision>;

/** One Pacific day of a pay period, in whole minutes. */
const PeriodDay = z.object({
  day,
  ...sums,
  /** What the meal rules find; nothing for days and people without meal rules. */
  meal: z.enum(['not-required', 'compliant', 'noncompliant', 'waived', 'unknown']).nullable(),
  problems: z.array(z.enum(DAY_PROBLEMS)),
});

export const HoursReply = z.object({
  provider_id: uuid,
  period_start_date: day,
  period_end_date: day,
  days: z.array(PeriodDay),
  totals: TimesheetTotals,
});
export type HoursReply = z.output<typeof HoursReply>;

/** Totals of everyone's hours in a pay period, current and as submitted. */
export const PeriodTotalsReply = z.object({
  period_start_date: day,
  period_end_date: day,
  providers: z.array(
    z.object({
      provider_id: uuid,
      provider_first: text(100),
      provider_last: text(100),
      status: z.enum(['not-submitted', ...TIMESHEET_STATUSES]),
      /** The sums of the days as they are now. */
      totals: TimesheetTotals,
      /** Those of the newest revision; nothing where none was submitted. */
      submitted_totals: TimesheetTotals.nullable(),
      /** The newest revision itself. */
      newest: Timesheet.pick({
        id: true,
        revision: true,
        status: true,
        waiting_for: true,
        captured_at: true,
        version: true,
      }).nullable(),
    }),
  ),
});
export type PeriodTotalsReply = z.output<typeof PeriodTotalsReply>;

/** What hours follow from, beside sessions and plans. */
const PeriodRecords = z.object({ lunches: z.array(LunchBreak), timecards: z.array(Timecard) });
export type PeriodRecords = z.output<typeof PeriodRecords>;

/** A provider and the first and last day of a pay period. */
const periodOfProvider = z.strictObject({
  provider_id: uuid,
  period_start_date: day,
  period_end_date: day,
});

/** What a submitted timesheet still covers, after its author gave up work that it lists. */
export const TimesheetAmendment = z.strictObject({ manifest: TimesheetBody.shape.manifest });
export type TimesheetAmendment = z.output<typeof TimesheetAmendment>;

export const timesheetEndpoints = defineEndpoints({
  'hours.mine': {
    method: 'GET',
    path: '/api/myhours/',
    summary: "The caller's hours, day by day; the current pay period by default",
    policy: 'hours.read',
    query: withDayRange(z.strictObject({ start: day.optional(), end: day.optional() }), 'start', 'end'),
    reply: HoursReply,
  },
  'hours.of-provider': {
    method: 'GET',
    path: '/api/payroll/hours/provider/',
    summary: "One provider's hours, day by day, for anyone who may see their days",
    policy: 'hours.read',
    query: withDayRange(
      z.strictObject({ provider_id: uuid, start: day.optional(), end: day.optional() }),
      'start',
      'end',
    ),
    reply: HoursReply,
  },
  'timesheet.days': {
    method: 'GET',
    path: '/api/timesheet/days/',
    summary: "A provider's pay period day by day, with its errors and timesheets",
    policy: 'timesheet.read',
    query: withDayRange(periodOfProvider, 'period_start_date', 'period_end_date'),
    reply: HoursReply.extend({
      provider_first: text(100),
      provider_last: text(100),
      /** Oldest revision first. */
      timesheets: z.array(Timesheet),
    }),
    rows: 'timesheets',
  },
  'timesheet.records': {
    method: 'GET',
    path: '/api/timesheet/records/',
    summary: "The lunch breaks and timecards of a provider's pay period, with a day before and after it",
    policy: 'timesheet.read',
    query: withDayRange(periodOfProvider, 'period_start_date', 'period_end_date'),
    reply: PeriodRecords,
  },
  'timesheet.totals': {
    method: 'GET',
    path: '/api/timesheet/totals/',
    summary: 'Hours of a pay period for every timesheet that the caller may see',
    policy: 'timesheet.read',
    query: withDayRange(periodOfProvider.omit({ provider_id: true }), 'period_start_date', 'period_end_date'),
    reply: PeriodTotalsReply,
  },
  'timesheet.submit': {
    method: 'POST',
    path: '/api/timesheets/',
    summary: 'Submit the timesheet of a pay period',
    policy: 'timesheet.submit',
    bodyLimit: TIMESHEET_BYTES,
    body: TimesheetBody,
    reply: Timesheet,
    status: 201,
    offline: { entity: 'timesheet', effect: 'create', version: 1 },
  },
  'timesheet.status': {
    method: 'GET',
    path: '/api/timesheet/status/',
    summary: "The status of a provider's timesheet for a pay period",
    policy: 'timesheet.read',
    query: withDayRange(periodOfProvider, 'period_start_date', 'period_end_date'),
    reply: z.object({
      ...periodOfProvider.shape,
      /** Of the newest revision; nothing where none was submitted. */
      id: uuid.nullable(),
      status: z.enum(['not-submitted', ...TIMESHEET_STATUSES]),
      notes: text(2_000),
      waiting_for: z.int().min(0),
      /** Oldest first. */
      revisions: z.array(Timesheet),
    }),
  },
  'timesheet.decide': {
    method: 'POST',
    path: '/api/timesheet/status/{id}/status/',
    summary: 'Withdraw, approve, reject or reopen a timesheet',
    policy: 'timesheet.read',
    params: z.strictObject({ id: uuid }),
    body: TimesheetDecision,
    reply: Timesheet,
    offline: { entity: 'timesheet', effect: 'update', version: 1, isCommand: true },
  },
  'timesheet.amend': {
    method: 'POST',
    path: '/api/timesheet/status/{id}/amend/',
    summary: 'Update the items that a waiting timesheet covers, so it stops waiting for discarded changes',
    policy: 'timesheet.submit',
    params: z.strictObject({ id: uuid }),
    bodyLimit: TIMESHEET_BYTES,
    body: TimesheetAmendment,
    reply: Timesheet,
    offline: { entity: 'timesheet', effect: 'update', version: 1, isCommand: true },
  },
  'timesheet.recommend': {
    method: 'POST',
    path: '/api/timesheet/status/{id}/recommend/',
    summary: 'Recommend a timesheet for approval, as the lead or supervisor of its provider',
    policy: 'timesheet.recommend',
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({ notes: text(2_000).default('') }),
    reply: Timesheet,
  },
});
