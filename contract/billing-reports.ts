import { z } from 'zod';
import { BLOCKERS } from '#domain/money/invoice-line.ts';
import { INVOICE_STATUSES } from '#domain/money/invoices.ts';
import { RATE_LEVELS } from '#domain/money/rates.ts';
import { ATTENDANCE_CODES, SESSION_SETTINGS } from '#domain/sessions/session.ts';
import { day, instant, locationId, personName, uuid, wallTime, withDayRange } from '#entities/fields.ts';
import { answerHead } from './answer-head.ts';
import { defineEndpoints } from './endpoint.ts';

const MOST_DAYS = 370;
const DAY_MS = 86_400_000;
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
const ListedLine = BillingLine.extend({
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
const Sums = z.object({ ...answerHead, sums: z.array(BillingSum) });
export type BillingSums = z.output<typeof Sums>;
const Approved = z.object({ ...answerHead, sums: z.array(ApprovedSum) });
export type ApprovedSums = z.output<typeof Approved>;
const ClientRates = z.object({ ...answerHead, rates: z.array(ClientRate) });
export type ClientRates = z.output<typeof ClientRates>;

/** Pacific days of service, and what narrows them. */
export const reportQuery = withDayRange(
  z.strictObject({
    ...{ start_date: day, end_date: day, client: uuid.optional(), provider: uuid.optional() },
    ...{ location: locationId.optional(), service: uuid.optional() },
  }),
  'start_date',
  'end_date',
).refine(
  ({ start_date, end_date }) => !(Date.parse(end_date) - Date.parse(start_date) >= MOST_DAYS * DAY_MS),
  { path: ['end_date'], message: `Request at most ${MOST_DAYS} days.` },
);

export const billingReportEndpoints = defineEndpoints({
  'billing.list-lines': {
    method: 'GET',
    path: '/api/billing/lines/',
    summary: 'Each session and student with the amount billed, why, and on which invoice',
    policy: 'billing.view',
    query: reportQuery,
    isReport: true,
    reply: Lines,
    rows: 'lines',
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
