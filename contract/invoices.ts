import { z } from 'zod';
import { AGES } from '#domain/money/invoices.ts';
import { day, text, uuid } from '#entities/fields.ts';
import { invoice, invoice_payment, month } from '#entities/invoice.ts';
import { answerHead } from './answer-head.ts';
import { BillingLine } from './billing-reports.ts';
import { defineEndpoints } from './endpoint.ts';

export type Invoice = z.output<typeof invoice.Row>;
export type InvoiceBody = z.output<typeof invoice.Body>;
export type InvoiceChanges = z.output<typeof invoice.Changes>;
export type InvoicePayment = z.output<typeof invoice_payment.Row>;
export const InvoicePaymentBody = invoice_payment.Body.omit({ invoice: true });
export type InvoicePaymentBody = z.output<typeof InvoicePaymentBody>;

/** The lines to take back, and why: the reason is printed on the credit note. */
export const InvoiceCreditBody = z.strictObject({
  id: uuid,
  lines: z.array(uuid).max(5_000),
  reason: text(1_000),
});
export type InvoiceCreditBody = z.output<typeof InvoiceCreditBody>;

const cents = z.int();
const count = z.int();

/** An invoice in a list, with what is left to pay. */
const ListedInvoice = invoice.Row.extend({
  balance_cents: cents,
  /** Null if nothing is left to pay. */
  age: z.enum(AGES).nullable(),
});
export type ListedInvoice = z.output<typeof ListedInvoice>;

/** What a client's next invoice of a month would have. */
const InvoicePlan = z.object({
  client: uuid,
  client_name: z.string(),
  month,
  /** New lines, and lines of sent invoices that are taken back because their session changed. */
  lines: count,
  corrections: count,
  total_cents: cents,
  /** Sessions that wait: something is missing, or their hours aren't approved. */
  blocked: count,
  unapproved: count,
  /** The draft that exists already. */
  draft: uuid.nullable(),
  /** Sent or paid ones of the month. */
  sent: count,
});
export type InvoicePlan = z.output<typeof InvoicePlan>;

const FixedInvoiceLine = z.object({
  id: uuid,
  kind: z.enum(['session', 'credit']),
  /** Negative on a credit line. */
  minutes: z.int(),
  amount_cents: cents,
  /** The number of the credit note that reverses the line; null if none. */
  credited_by: z.string().nullable(),
  facts: BillingLine,
});
export type FixedInvoiceLine = z.output<typeof FixedInvoiceLine>;

const CapUsed = z.object({ cap_cents: cents, used_cents: cents });

const InvoiceFile = z.object({
  invoice: invoice.Row,
  lines: z.array(FixedInvoiceLine),
  payments: z.array(invoice_payment.Row),
  /** Where and how it is paid: as the organization's settings are now. */
  pay_to: z.object({ address: z.string(), payment_instructions: z.string() }),
  balance_cents: cents,
  age: z.enum(AGES).nullable(),
  /** Of a draft: whether it has the lines that it would get if it was made now. */
  is_current: z.boolean(),
  /** Of a credit note that the office made: the number of the invoice that it credits. */
  credited_number: z.string().nullable(),
  /** Of a draft: the sessions of the month that it lacks, and why. */
  waiting: z.array(BillingLine),
  /** How much of the contract's cap is used with this invoice; null without a cap, and if it is void. */
  cap: CapUsed.nullable(),
  /** Credit notes of the client that aren't used up. */
  credits: z.array(z.object({ id: uuid, number: z.string(), left_cents: cents })),
});
export type InvoiceFile = z.output<typeof InvoiceFile>;

const Invoices = z.object({ ...answerHead, invoices: z.array(ListedInvoice) });
export type Invoices = z.output<typeof Invoices>;
const InvoicePlans = z.object({ ...answerHead, plans: z.array(InvoicePlan) });
export type InvoicePlans = z.output<typeof InvoicePlans>;

const LIST = '/api/billing/invoices/';
const ONE = '/api/billing/invoices/{id}/';
const params = z.strictObject({ id: uuid });

export const invoiceEndpoints = defineEndpoints({
  'invoice.list': {
    method: 'GET',
    path: LIST,
    summary: 'Invoices and credit notes with their balance, the newest first',
    policy: 'billing.view',
    query: z.strictObject({ client: uuid.optional(), month: month.optional() }),
    reply: Invoices,
    rows: 'invoices',
  },
  'invoice.plan': {
    method: 'GET',
    path: '/api/billing/invoices/to-make/',
    summary: "Preview each client's next invoice for a month",
    policy: 'billing.view',
    query: z.strictObject({ month }),
    isReport: true,
    reply: InvoicePlans,
    rows: 'plans',
  },
  'invoice.read-cap': {
    method: 'GET',
    path: '/api/billing/clients/{id}/cap/',
    summary: "How much of a client's contract cap sent invoices use",
    policy: 'billing.view',
    params,
    reply: z.object({
      /** Null without a cap. */
      cap: CapUsed.nullable(),
    }),
  },
  'invoice.create': {
    method: 'POST',
    path: LIST,
    summary: "Create a draft invoice from a client's approved sessions in a month",
    policy: 'billing.record',
    body: invoice.Body,
    reply: invoice.Row,
    status: 201,
  },
  'invoice.read': {
    method: 'GET',
    path: ONE,
    summary: 'An invoice with its lines, payments, and balance',
    policy: 'billing.view',
    params,
    reply: InvoiceFile,
  },
  'invoice.update': {
    method: 'PUT',
    path: ONE,
    summary: 'Change the note of a draft',
    policy: 'billing.record',
    params,
    body: invoice.Changes,
    reply: invoice.Row,
  },
  'invoice.refresh': {
    method: 'POST',
    path: `${ONE}refresh/`,
    summary: "Recalculate a draft's lines from current sessions",
    policy: 'billing.record',
    params,
    reply: invoice.Row,
  },
  'invoice.send': {
    method: 'POST',
    path: `${ONE}send/`,
    summary: 'Number a draft and lock its lines',
    policy: 'billing.record',
    params,
    body: z.strictObject({ invoice_date: day }),
    reply: invoice.Row,
  },
  'invoice.void': {
    method: 'POST',
    path: `${ONE}void/`,
    summary: 'Void a sent invoice without payments; its sessions can be invoiced again',
    policy: 'billing.record',
    params,
    body: z.strictObject({ reason: text(1_000) }),
    reply: invoice.Row,
  },
  'invoice.credit': {
    method: 'POST',
    path: `${ONE}credit/`,
    summary: "Credit lines of a sent invoice with a credit note; they aren't billed again",
    policy: 'billing.record',
    params,
    body: InvoiceCreditBody,
    reply: invoice.Row,
    status: 201,
  },
  'invoice.delete': {
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a draft',
    policy: 'billing.record',
    params,
  },
  'invoice-payment.create': {
    method: 'POST',
    path: `${ONE}payments/`,
    summary: 'Record a payment on an invoice, or apply a credit note',
    policy: 'billing.record',
    params,
    body: InvoicePaymentBody,
    reply: invoice_payment.Row,
    status: 201,
  },
  'invoice-payment.delete': {
    method: 'DELETE',
    path: '/api/billing/payments/{id}/',
    summary: 'Delete a payment recorded by mistake',
    policy: 'billing.record',
    params,
  },
});
