import { z } from 'zod';
import { BLOCKERS } from '#domain/money/invoice-line.ts';
import { INVOICE_STATUSES } from '#domain/money/invoices.ts';
import { LINE_APPROVALS, LINE_STATUSES } from '#domain/money/line-status.ts';
import { RATE_LEVELS } from '#domain/money/rates.ts';
import { ATTENDANCE_CODES, SESSION_SETTINGS } from '#domain/sessions/session.ts';
import { day, instant, locationId, personName, text, uuid, wallTime } from '#entities/fields.ts';
import { answerHead } from './answer-head.ts';
import { defineEndpoints } from './endpoint.ts';
import { withinDays } from './within-days.ts';

const MOST_DAYS = 370;
const cents = z.int();
const count = z.int();

/** A session and student as they are billed, with all that tells how the amount came about. */
export const BillingLine = z.object({
  session: uuid,
  /** Null for indirect work without a student. */
  student: uuid.nullable(),
  student_name: z.string(),
  session_date: day,
  start_time: wallTime,
  client: uuid.nullable(),
  client_name: z.string(),
  provider: uuid,
  provider_name: personName,
  service: uuid,
  service_name: z.string(),
  location: z.string().nullable(),
  location_name: z.string(),
  setting: z.enum(SESSION_SETTINGS),
  attendance: z.enum(ATTENDANCE_CODES),
  kind: z.enum(['billed', 'not-billed', 'blocked']),
  blocker: z.enum(BLOCKERS).nullable(),
  minutes: z.int(),
  /** The rate after a condition's percentage; null if nothing is billed. */
  hourly_cents: cents.nullable(),
  amount_cents: cents,
  rate: uuid.nullable(),
  rate_level: z.enum(RATE_LEVELS).nullable(),
  rate_cents: cents.nullable(),
  /** The year in which the rate's fiscal year begins. */
  rate_year: z.int().nullable(),
  /** How the amount came about, sentence by sentence. */
  reasons: z.array(z.string()),
  is_approved: z.boolean(),
  approved_by_name: personName.nullable(),
  approved_at: instant.nullable(),
  late_for_client: z.boolean(),
  late_for_payroll: z.boolean(),
  captured_at: instant,
  received_at: instant,
});
export type BillingLine = z.output<typeof BillingLine>;

/** A line of a report, with the invoice that has it. */
export const ListedLine = BillingLine.extend({
  /** Sent or paid; its figures are those of the invoice. Null while it is on none. */
  invoice: z.object({ id: uuid, number: z.string(), status: z.enum(INVOICE_STATUSES) }).nullable(),
});
export type ListedLine = z.output<typeof ListedLine>;

/** What a client, provider, or location adds up to. `amount_cents` is `invoiced_cents` and `open_cents` together. */
const BillingSum = z.object({
  id: z.string(),
  name: z.string(),
  /** Of a client the district that pays for it, of a location its client. */
  group: z.string(),
  sessions: count,
  minutes: z.int(),
  amount_cents: cents,
  invoiced_cents: cents,
  /** Not on a sent invoice yet. */
  open_cents: cents,
  /** Lines that can't be billed before something is resolved. */
  blocked: count,
  not_billed: count,
  /** Lines that are billed and wait for the approval of their hours. */
  unapproved: count,
  late: count,
});
export type BillingSum = z.output<typeof BillingSum>;

/** Approved sessions of a provider: what payroll counts, and what clients are billed for. */
const ApprovedSum = z.object({
  provider: uuid,
  provider_name: personName,
  sessions: count,
  paid_minutes: z.int(),
  billed_minutes: z.int(),
  amount_cents: cents,
  blocked: count,
  not_billed: count,
  late: count,
});
export type ApprovedSum = z.output<typeof ApprovedSum>;

/** The rate that a client, service, and setting get in a fiscal year, with what was billed by it. */
const ClientRate = z.object({
  client: uuid,
  client_name: z.string(),
  service: uuid,
  service_name: z.string(),
  setting: z.enum(SESSION_SETTINGS).nullable(),
  /** Of a rate for one student. */
  student: uuid.nullable(),
  student_name: z.string(),
  start_year: z.int(),
  /** Null if there is none: its sessions can't be billed. */
  rate_cents: cents.nullable(),
  level: z.enum(RATE_LEVELS).nullable(),
  reason: z.string(),
  sessions: count,
  minutes: z.int(),
  amount_cents: cents,
});
export type ClientRate = z.output<typeof ClientRate>;

const Lines = z.object({ ...answerHead, lines: z.array(ListedLine) });
export type BillingLines = z.output<typeof Lines>;
/** `next` is null on the last page. */
const LinePage = Lines.extend({ next: z.string().nullable() });
export type BillingLinePage = z.output<typeof LinePage>;
/** All lines that were asked for, counted by status and added up. */
const LineSums = z.object({
  ...answerHead,
  lines: count,
  ...{ open: count, invoiced: count, blocked: count, not_billed: count },
  minutes: z.int(),
  amount_cents: cents,
  /** The clients of these days, whatever status and words were asked for. */
  clients: z.array(z.object({ id: uuid, name: z.string() })),
});
export type BillingLineSums = z.output<typeof LineSums>;
const Sums = z.object({ ...answerHead, sums: z.array(BillingSum) });
export type BillingSums = z.output<typeof Sums>;
const Approved = z.object({ ...answerHead, sums: z.array(ApprovedSum) });
export type ApprovedSums = z.output<typeof Approved>;
const ClientRates = z.object({ ...answerHead, rates: z.array(ClientRate) });
export type ClientRates = z.output<typeof ClientRates>;

const narrowing = {
  ...{ start_date: day, end_date: day, client: uuid.optional(), provider: uuid.optional() },
  ...{ location: locationId.optional(), service: uuid.optional() },
};

/** Pacific days of service, and what narrows them. */
export const reportQuery = withinDays(MOST_DAYS, z.strictObject(narrowing));

/** A day and a time: "2026-10-06 09:30". */
const linePlace = z.string().refine((place) => z.tuple([day, wallTime]).safeParse(place.split(' ')).success, {
  error: 'Use the `next` of the page before.',
});

const lineQuery = {
  ...narrowing,
  /** `none`: the lines without a client. */
  client: uuid.or(z.literal('none')).optional(),
  /** `none`: the lines without a location. */
  location: locationId.or(z.literal('none')).optional(),
  status: z.enum(LINE_STATUSES).optional(),
  approval: z.enum(LINE_APPROVALS).optional(),
  /** Words that are all in the names, the invoice number, or the reasons of a line. */
  search: text(200).optional(),
};

export const billingReportEndpoints = defineEndpoints({
  'billing.list-lines': {
    method: 'GET',
    path: '/api/billing/lines/',
    summary: 'Each session and student with the amount billed, why, and on which invoice, page by page',
    policy: 'billing.view',
    query: withinDays(
      MOST_DAYS,
      z.strictObject({
        ...lineQuery,
        sort: z.enum(['date', '-date']).default('date'),
        /** The `next` of the page before. */
        after: linePlace.optional(),
        /** Lines of one page at least; a page ends between two times. */
        limit: z.coerce.number().int().min(1).max(2_000).default(500),
      }),
    ),
    isReport: true,
    reply: LinePage,
    rows: 'lines',
  },
  'billing.sum-lines': {
    method: 'GET',
    path: '/api/billing/lines/sums/',
    summary: 'How many lines there are by status, and what they add up to',
    policy: 'billing.view',
    query: withinDays(MOST_DAYS, z.strictObject(lineQuery)),
    isReport: true,
    reply: LineSums,
  },
  'billing.sum-clients': {
    method: 'GET',
    path: '/api/billing/clients/',
    summary: "What each client is billed, what's invoiced, and what has to be resolved first",
    policy: 'billing.view',
    query: reportQuery,
    isReport: true,
    reply: Sums,
    rows: 'sums',
  },
  'billing.sum-providers': {
    method: 'GET',
    path: '/api/billing/providers/',
    summary: "What's billed for each provider's sessions",
    policy: 'billing.view',
    query: reportQuery,
    isReport: true,
    reply: Sums,
    rows: 'sums',
  },
  'billing.sum-locations': {
    method: 'GET',
    path: '/api/billing/locations/',
    summary: "What's billed for the sessions at each location",
    policy: 'billing.view',
    query: reportQuery,
    isReport: true,
    reply: Sums,
    rows: 'sums',
  },
  'billing.list-late': {
    method: 'GET',
    path: '/api/billing/late-billing/',
    summary: "Sessions entered after their month's invoice was sent",
    policy: 'billing.view',
    query: reportQuery,
    isReport: true,
    reply: Lines,
    rows: 'lines',
  },
  'billing.sum-approved': {
    method: 'GET',
    path: '/api/billing/approved-payroll/',
    summary: 'Approved sessions by provider: minutes paid and amounts billed',
    policy: 'billing.view',
    query: reportQuery,
    isReport: true,
    reply: Approved,
    rows: 'sums',
  },
  'billing.list-client-rates': {
    method: 'GET',
    path: '/api/billing/client-rates/',
    summary: 'The rate for each client, service, and setting, why it applies, and what was billed at it',
    policy: 'billing.view',
    query: reportQuery,
    isReport: true,
    reply: ClientRates,
    rows: 'rates',
  },
});
