import { z } from 'zod';
import { LINE_FINDINGS, LINE_KINDS } from '#domain/payroll/pay-line.ts';
import { RUN_STATES } from '#domain/payroll/run-states.ts';
import { TIMESHEET_STATUSES } from '#domain/timesheets/timesheet.ts';
import { day, instant, text, uuid } from '#entities/fields.ts';
import { payroll_decision, payroll_run } from '#entities/payroll.ts';
import { defineEndpoints } from './endpoint.ts';
import { withinDays } from './within-days.ts';

const MOST_DAYS = 92;
const MOST_DAYS_OF_SUMS = 366;

const count = z.int();
const named = z.object({ id: uuid, name: z.string() });

/** What a run may lack: shown before it starts, and kept with it. */
const RunWarnings = z.object({
  /** People whose devices hold unsynced changes, which may be about the period. */
  unsynced: z.array(z.object({ ...named.shape, changes: z.int(), since: instant.nullable() })),
  /** Providers with work in the period and no submitted timesheet. */
  unsubmitted: z.array(named),
  /** Providers whose submitted timesheet no one has decided on. */
  undecided: z.array(named),
  /** Sessions with a request to decide on, by provider. */
  requests: z.array(z.object({ ...named.shape, count })),
  /** Providers without a Payroll ID, for whom the pay file has their own id. Runs of earlier versions lack it. */
  without_payroll_id: z.array(named).optional(),
});
export type RunWarnings = z.output<typeof RunWarnings>;

const RunStep = z.object({
  state: z.enum(RUN_STATES),
  by: uuid,
  by_name: z.string(),
  at: instant,
  note: z.string(),
});
export type RunStep = z.output<typeof RunStep>;

const PayrollRun = payroll_run.Row.extend({ warnings: RunWarnings, steps: z.array(RunStep) });
export type PayrollRun = z.output<typeof PayrollRun>;

const lineShape = {
  /** Names the same line in any two snapshots. */
  key: z.string(),
  kind: z.enum(LINE_KINDS),
  provider: uuid,
  day,
  session: uuid.nullable(),
  session_version: count.nullable(),
  service: uuid.nullable(),
  client: uuid.nullable(),
  minutes: count,
  /** Null without a rate: never zero. */
  hourly_cents: count.nullable(),
  percent: count,
  amount_cents: count.nullable(),
  is_approved: z.boolean(),
  is_late: z.boolean(),
  finding: z.enum(LINE_FINDINGS).nullable(),
  /** How it was calculated, as sentences. */
  why: z.array(z.string()),
};

/** What the ids of lines are called. */
const LineNames = z.object({
  providers: z.array(named),
  services: z.array(named),
  clients: z.array(named),
});
export type LineNames = z.output<typeof LineNames>;

export const ReportLine = z.object(lineShape);
const unsynced = RunWarnings.shape.unsynced;

/** Lines as the records give them now. */
const LinesReply = z.object({
  as_of: instant,
  lines: z.array(ReportLine),
  names: LineNames,
  /** Whose changes the figures may lack. */
  unsynced,
});
export type LinesReply = z.output<typeof LinesReply>;

/** `next` is null on the last page. */
const LinePage = LinesReply.extend({ next: z.string().nullable() });
export type PayLinePage = z.output<typeof LinePage>;

export const PaySum = z.object({
  lines: count,
  /** Of sessions and other time worked: premiums and time off aren't. */
  minutes: count,
  amount_cents: count,
  premium_cents: count,
  /** Mileage and paid time off. */
  extra_cents: count,
  /** Lines with minutes but without a rate, which the amount lacks. */
  missing_rates: count,
});

/** All lines that were asked for, added up. */
const LineSums = PaySum.extend({
  as_of: instant,
  /** What the lines pay for, whatever kind and words were asked for. */
  kinds: z.array(z.enum(LINE_KINDS)),
  unsynced,
});
export type PayLineSums = z.output<typeof LineSums>;

export const RunLine = z.object({
  id: uuid,
  ...lineShape,
  decision: payroll_decision.Row.nullable(),
});
export type RunLine = z.output<typeof RunLine>;

export const RunSummary = z.object({
  ...PayrollRun.shape,
  approved: PaySum,
  unapproved: PaySum,
  started_by_name: z.string(),
});
export type RunSummary = z.output<typeof RunSummary>;

const RunLines = z.object({ lines: z.array(RunLine), names: LineNames });
export type RunLines = z.output<typeof RunLines>;

const RunFile = z.object({
  run: RunSummary,
  /** Other runs of the same pay period, oldest first. */
  others: z.array(z.object({ id: uuid, number: z.string() })),
  /** Pacific days on which the run changed, oldest first: it can be read as it stood on each of them. */
  days: z.array(day),
  /** Approved lines without a pay rate, by provider and what they pay for. */
  unrated: z.array(z.object({ provider: uuid, provider_name: z.string(), what: z.string(), lines: z.int() })),
});
export type RunFile = z.output<typeof RunFile>;

const figures = z
  .object({ minutes: count, amount_cents: count.nullable(), is_approved: z.boolean() })
  .nullable();
const RunDifference = z.object({
  as_of: instant,
  rows: z.array(
    z.object({
      ...{ key: z.string(), kind: lineShape.kind, provider: uuid, day, session: uuid.nullable() },
      ...{ service: uuid.nullable(), client: uuid.nullable(), before: figures, after: figures },
    }),
  ),
  names: LineNames,
});
export type RunDifference = z.output<typeof RunDifference>;

const fileCells = {
  head: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
};
const PayFile = z.object({
  file_name: z.string(),
  ...fileCells,
  /** The same in the organization's own layout; null if none was set when the file was made. */
  own: z.object(fileCells).nullable(),
  /** Of the head and rows as JSON. */
  sha256: z.string(),
  made_at: instant,
});
export type PayFile = z.output<typeof PayFile>;

const ProviderPay = z.object({
  provider: uuid,
  provider_name: z.string(),
  emp: z.string(),
  sessions: count,
  approved: PaySum,
  unapproved: PaySum,
});
export type ProviderPay = z.output<typeof ProviderPay>;

const ProviderHours = z.object({
  provider: uuid,
  provider_name: z.string(),
  emp: z.string(),
  status: z.enum([...TIMESHEET_STATUSES, 'not-submitted']),
  /** As on the timesheet. */
  expected_minutes: count,
  direct_minutes: count,
  indirect_minutes: count,
  paid_minutes: count,
  /** Of the pay lines. */
  pay_minutes: count,
  overtime_minutes: count,
  double_minutes: count,
  meal_premiums: count,
});
export type ProviderHours = z.output<typeof ProviderHours>;

const GroupedPay = z.object({
  /** The supervisor whose team it is; null for people without one. */
  group: uuid.nullable(),
  group_name: z.string(),
  provider: uuid,
  provider_name: z.string(),
  client: uuid.nullable(),
  client_name: z.string(),
  service: uuid.nullable(),
  service_name: z.string(),
  ...PaySum.shape,
});
export type GroupedPay = z.output<typeof GroupedPay>;

const ClientServices = z.object({
  client: uuid.nullable(),
  client_name: z.string(),
  service: uuid,
  service_name: z.string(),
  students: count,
  providers: count,
  sessions: count,
  /** Of them, those in which the student was served. */
  delivered: count,
  missed: count,
  scheduled_minutes: count,
  /** Counted minutes of delivered sessions: the scheduled ones until a changed duration is decided. */
  delivered_minutes: count,
});
export type ClientServices = z.output<typeof ClientServices>;

const days = { start_date: day, end_date: day };

const ofProvider = { ...days, provider: uuid.optional() };
const linesQuery = withinDays(MOST_DAYS, z.strictObject(ofProvider));

const lineFilters = {
  ...ofProvider,
  kind: z.enum(LINE_KINDS).optional(),
  /** Words that are all in the names of a line. */
  search: text(200).optional(),
};

/** A provider, with a day before it where lines are by day: "2026-10-06 0190…". */
const linePlace = z
  .string()
  .refine((place) => uuid.or(z.tuple([day, uuid])).safeParse(placeParts(place)).success, {
    error: 'Use the `next` of the page before.',
  });

function placeParts(place: string): string | string[] {
  return place.includes(' ') ? place.split(' ') : place;
}

const linePageQuery = withinDays(
  MOST_DAYS,
  z.strictObject({
    ...lineFilters,
    sort: z.enum(['day', '-day', 'provider', '-provider']).default('day'),
    /** The `next` of the page before. */
    after: linePlace.optional(),
    /** Lines of one page at least: a provider's lines of a day, or of all days by provider, stay on one page. */
    limit: z.coerce.number().int().min(1).max(2_000).default(500),
  }),
);
const lineSumsQuery = withinDays(MOST_DAYS, z.strictObject(lineFilters));
const sumsQuery = withinDays(MOST_DAYS_OF_SUMS, z.strictObject(days));
const reportOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ as_of: instant, rows: z.array(row), unsynced });

const params = z.strictObject({ id: uuid });
/** The Pacific day at whose end the run is asked for; now without it. */
const asItStood = z.strictObject({ on: day.optional() });
const START = '/api/payroll/start-payroll/';
const RUNS = '/api/payroll/runs/';
const RUN = `${RUNS}{id}/`;

export const payrollEndpoints = defineEndpoints({
  'payroll.list-providers': {
    method: 'GET',
    path: '/api/payroll/providers/',
    summary: 'What each provider is paid for a date range, approved and not',
    policy: 'payroll.view',
    query: sumsQuery,
    isReport: true,
    reply: reportOf(ProviderPay),
  },
  'payroll.list-provider-hours': {
    method: 'GET',
    path: '/api/payroll/providers-hours/',
    summary: "Each provider's hours in a date range: expected, on the timesheet, and paid, with overtime",
    policy: 'payroll.view',
    query: sumsQuery,
    isReport: true,
    reply: reportOf(ProviderHours),
  },
  'payroll.list-groups': {
    method: 'GET',
    path: '/api/payroll/grouped-providers/',
    summary: 'Pay for a date range, by team, provider, client, and service',
    policy: 'payroll.view',
    query: sumsQuery,
    isReport: true,
    reply: reportOf(GroupedPay),
  },
  'payroll.list-clients': {
    method: 'GET',
    path: '/api/payroll/clients/',
    summary: 'Sessions and minutes that each client got of each service, without money',
    policy: 'report.client-services',
    query: sumsQuery,
    isReport: true,
    reply: reportOf(ClientServices),
  },
  'payroll.list-approved': {
    method: 'GET',
    path: '/api/payroll/approved/',
    summary: 'Approved pay lines in a date range, page by page',
    policy: 'payroll.view',
    query: linePageQuery,
    isReport: true,
    reply: LinePage,
    rows: 'lines',
  },
  'payroll.sum-approved': {
    method: 'GET',
    path: '/api/payroll/approved/sums/',
    summary: 'How many approved pay lines there are in a date range, and what they add up to',
    policy: 'payroll.view',
    query: lineSumsQuery,
    isReport: true,
    reply: LineSums,
  },
  'payroll.list-unapproved': {
    method: 'GET',
    path: '/api/payroll/unapproved/',
    summary: "Pay lines in a date range that aren't approved yet, page by page",
    policy: 'payroll.view',
    query: linePageQuery,
    isReport: true,
    reply: LinePage,
    rows: 'lines',
  },
  'payroll.sum-unapproved': {
    method: 'GET',
    path: '/api/payroll/unapproved/sums/',
    summary: "How many pay lines in a date range aren't approved yet, and what they add up to",
    policy: 'payroll.view',
    query: lineSumsQuery,
    isReport: true,
    reply: LineSums,
  },
  'payroll.list-late': {
    method: 'GET',
    path: '/api/payroll/late-billing/',
    summary: 'Pay lines of sessions entered more than 48 hours after their pay period closed',
    policy: 'payroll.view',
    query: linesQuery,
    isReport: true,
    reply: LinesReply,
  },
  'payroll.read-start': {
    method: 'GET',
    path: START,
    summary: "What's missing for a payroll run, by person, and whether it can start",
    policy: 'payroll.view',
    query: z.strictObject({ pay_period: uuid }),
    reply: z.object({
      warnings: RunWarnings,
      /** Why it can't start now, in words; null if it can. */
      refusal: z.string().nullable(),
    }),
  },
  'payroll.start': {
    method: 'POST',
    path: START,
    summary: "Start a payroll run: a snapshot of a period's pay lines",
    policy: 'payroll.view',
    body: z.strictObject({
      id: uuid,
      pay_period: uuid,
      /** An unfinished run of the period that this snapshot replaces, with its decisions where lines are the same. */
      replaces: uuid.nullable().default(null),
    }),
    reply: RunSummary,
    status: 201,
  },
  'payroll.list-runs': {
    method: 'GET',
    path: RUNS,
    summary: 'Payroll runs with their sums, newest first',
    policy: 'payroll.view',
    reply: z.object({ as_of: instant, runs: z.array(RunSummary) }),
  },
  'payroll.read-run': {
    method: 'GET',
    path: RUN,
    summary: 'A payroll run with its sums, its warnings, and its history, now or at the end of a day',
    policy: 'payroll.view',
    params,
    query: asItStood,
    reply: RunFile,
  },
  'payroll.list-run-lines': {
    method: 'GET',
    path: `${RUN}lines/`,
    summary: "A payroll run's lines with their decisions, now or at the end of a day",
    policy: 'payroll.view',
    params,
    query: asItStood,
    reply: RunLines,
  },
  'payroll.change-run': {
    method: 'PUT',
    path: RUN,
    summary: 'Move a run to its next status, or send it back from review',
    policy: 'payroll.view',
    params,
    body: z.strictObject({ state: z.enum(RUN_STATES), note: text(2_000).default('') }),
    reply: RunSummary,
  },
  'payroll.discard-run': {
    method: 'DELETE',
    path: RUN,
    summary: "Discard a run that isn't approved",
    policy: 'payroll.view',
    params,
  },
  'payroll.reopen-run': {
    method: 'POST',
    path: `${RUN}reopen/`,
    summary: 'Correct an approved run: create a run with the differences from the current records',
    policy: 'payroll.view',
    params,
    body: z.strictObject({ id: uuid, reason: text(2_000) }),
    reply: RunSummary,
    status: 201,
  },
  'payroll.decide-line': {
    method: 'PUT',
    path: '/api/payroll/ticket/{id}/',
    summary: 'Approve a line of a run, leave it out, or adjust its minutes',
    policy: 'payroll.view',
    params,
    body: z.strictObject({
      is_approved: z.boolean(),
      adjusted_minutes: payroll_decision.Body.shape.adjusted_minutes.default(null),
      note: text(2_000).default(''),
    }),
    reply: RunLine,
  },
  'payroll.read-difference': {
    method: 'GET',
    path: `${RUN}difference/`,
    summary: 'Lines that differ between a run and another one, or the current records',
    policy: 'payroll.view',
    params,
    query: z.strictObject({ with: uuid.optional() }),
    reply: RunDifference,
  },
  'payroll.read-file': {
    method: 'GET',
    path: `${RUN}file/`,
    summary: 'The pay file of a run, as created when the run was exported',
    policy: 'payroll.view',
    params,
    reply: PayFile,
  },
});
