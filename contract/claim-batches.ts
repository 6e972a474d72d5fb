import { z } from 'zod';
import { CLAIM_FORMATS } from '#domain/money/claim-filing.ts';
import { claim_batch } from '#entities/claim-batch.ts';
import { day, text, uuid, withDayRange } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

export type ClaimBatch = z.output<typeof claim_batch.Row>;
export const ClaimBatchBody = claim_batch.Body;
export type ClaimBatchBody = z.output<typeof ClaimBatchBody>;

const count = z.int();

/** What batches of some days would have, what is left out and why, and earlier batches. */
const ClaimBatches = z.object({
  /** Used in the first batch. */
  organization: z.string(),
  payers: z.array(z.object({ payer: z.string(), claims: count, students: count, total_cents: z.int() })),
  /** Lines by reason; a line can have more than one. */
  left_out: z.array(z.object({ reason: z.string(), lines: count })),
  /** Lines that earlier batches have. */
  claimed: count,
  batches: z.array(claim_batch.Row),
});
export type ClaimBatches = z.output<typeof ClaimBatches>;

const params = z.strictObject({ id: uuid });

export const claimBatchEndpoints = defineEndpoints({
  'claim-batch.list': {
    method: 'GET',
    path: '/api/billing/insurance/export/',
    summary:
      "Claims in a date range that aren't in a batch, by payer; what's left out and why; and all batches",
    policy: 'billing.view',
    query: withDayRange(z.strictObject({ start_date: day, end_date: day }), 'start_date', 'end_date'),
    reply: ClaimBatches,
    rows: 'batches',
  },
  'claim-batch.create': {
    method: 'POST',
    path: '/api/billing/insurance/export/',
    summary: "Create a batch of a payer's claims in a date range that aren't in a batch",
    policy: 'billing.record',
    body: ClaimBatchBody,
    reply: claim_batch.Row,
    status: 201,
  },
  'claim-batch.void': {
    method: 'POST',
    path: '/api/billing/insurance/export/{id}/void/',
    summary: 'Void a batch; its lines can be claimed again',
    policy: 'billing.record',
    params,
    body: z.strictObject({ reason: text(1_000) }),
    reply: claim_batch.Row,
  },
  'claim-batch.read': {
    method: 'GET',
    path: '/api/billing/insurance/export/{id}/',
    summary: 'A file of a batch; the same bytes each time',
    policy: 'billing.view',
    params,
    query: z.strictObject({ format: z.enum(CLAIM_FORMATS).default('837p') }),
    isRaw: true,
  },
});
