import { z } from 'zod';
import { QUICKBOOKS_FORMATS } from '#domain/money/quickbooks.ts';
import { day, uuid, withDayRange } from '#entities/fields.ts';
import { quickbooks_batch } from '#entities/invoice.ts';
import { answerHead } from './answer-head.ts';
import { defineEndpoints } from './endpoint.ts';

export type QuickBooksBatch = z.output<typeof quickbooks_batch.Row>;
export const QuickBooksBatchBody = quickbooks_batch.Body;
export type QuickBooksBatchBody = z.output<typeof QuickBooksBatchBody>;

const cents = z.int();

/** What a batch would have, what is missing, and earlier batches. */
const QuickBooksExports = z.object({
  ...answerHead,
  /** Sent invoices of these days that no batch has, and voided ones that one has. */
  ready: z.array(
    z.object({
      id: uuid,
      entry: z.enum(['invoice', 'void']),
      number: z.string(),
      customer: z.string(),
      invoice_date: day,
      total_cents: cents,
    }),
  ),
  /** What blocks comes first. */
  problems: z.array(
    z.object({
      blocks: z.boolean(),
      words: z.string(),
      invoice: uuid.nullable(),
      client: uuid.nullable(),
      session: uuid.nullable(),
    }),
  ),
  /** Drafts that are not sent, so that no batch has them. */
  drafts: z.int(),
  batches: z.array(quickbooks_batch.Row),
});
export type QuickBooksExports = z.output<typeof QuickBooksExports>;

export const quickBooksEndpoints = defineEndpoints({
  'quickbooks.list': {
    method: 'GET',
    path: '/api/billing/quickbooks/',
    summary:
      "Invoices in a date range that aren't exported, what's missing before they can be, and all batches",
    policy: 'billing.view',
    query: withDayRange(z.strictObject({ start_date: day, end_date: day }), 'start_date', 'end_date'),
    reply: QuickBooksExports,
    rows: 'batches',
  },
  'quickbooks.create': {
    method: 'POST',
    path: '/api/billing/quickbooks/export/',
    summary: "Create a batch of the invoices in a date range that aren't in a batch",
    policy: 'billing.record',
    body: QuickBooksBatchBody,
    reply: quickbooks_batch.Row,
    status: 201,
  },
  'quickbooks.read': {
    method: 'GET',
    path: '/api/billing/quickbooks/export/{id}/',
    summary: 'A file of a batch; the same bytes each time',
    policy: 'billing.view',
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ format: z.enum(QUICKBOOKS_FORMATS).default('csv') }),
    isRaw: true,
  },
});
