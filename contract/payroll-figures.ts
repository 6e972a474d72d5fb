import { z } from 'zod';
import { LINE_FINDINGS, LINE_KINDS } from '#domain/payroll/pay-line.ts';
import { TIMESHEET_STATUSES } from '#domain/timesheets/timesheet.ts';
import { day, instant, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { named } from './named.ts';
import { withinDays } from './within-days.ts';

const MOST_DAYS = 92;
const MOST_DAYS_OF_SUMS = 366;

const count = z.int();

/** People whose devices hold unsynced changes, which may be about the days asked for. */
export const unsynced = z.array(z.object({ ...named.shape, changes: z.int(), since: instant.nullable() }));

export const lineShape = {
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
export const LineNames = z.object({
  providers: z.array(named),
  services: z.array(named),
  clients: z.array(named),
});
export type LineNames = z.output<typeof LineNames>;

export const ReportLine = z.object({
  ...lineShape,
  /** Why it has its minutes; null if they are just those of its session. */
  because: z.string().nullable(),
});

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
  /** The clients of the days' sessions, whatever was asked for besides. */
  clients: z.array(named),
  unsynced,
});
export type PayLineSums = z.output<typeof LineSums>;

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
  /** `none`: the lines without a client, or without a service. */
  client: uuid.or(z.literal('none')).optional(),
  service: uuid.or(z.literal('none')).optional(),
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

export const payrollFigureEndpoints = defineEndpoints({
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
});
