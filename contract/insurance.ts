import { z } from 'zod';
import { CLAIM_FIELDS } from '#domain/money/insurance-claims.ts';
import { STUDENT_SEXES } from '#domain/students/student-file.ts';
import { earlierDay } from '#entities/fields.ts';
import { answerHead } from './answer-head.ts';
import { BillingLine, reportQuery } from './billing-reports.ts';
import { defineEndpoints } from './endpoint.ts';

/** A session and student of an insurance client, with what its claim needs. */
const InsuranceClaim = z.object({
  line: BillingLine,
  student_first_name: z.string(),
  student_last_name: z.string(),
  date_of_birth: earlierDay.nullable(),
  sex: z.enum(STUDENT_SEXES),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  payer: z.string(),
  member_id: z.string(),
  has_signed_note: z.boolean(),
  dx_codes: z.array(z.string()),
  cpt_codes: z.array(z.string()),
  /** The rendering provider's number. */
  npi: z.string(),
  /** Of their specialty. */
  taxonomy_code: z.string(),
  /** Two digits; null if the location doesn't say. */
  place_of_service: z.string().nullable(),
  modifiers: z.array(z.string()),
  units: z.int(),
  /** With the taxonomy code, which claims can go without. */
  missing: z.array(z.enum(CLAIM_FIELDS)),
});
export type InsuranceClaim = z.output<typeof InsuranceClaim>;

const InsuranceClaims = z.object({
  ...answerHead,
  claims: z.array(InsuranceClaim),
});
export type InsuranceClaims = z.output<typeof InsuranceClaims>;

export const insuranceEndpoints = defineEndpoints({
  'billing.list-insurance': {
    method: 'GET',
    path: '/api/billing/insurance/',
    summary: "Sessions of insurance clients with their claim fields, and what's missing",
    policy: 'billing.view',
    query: reportQuery,
    reply: InsuranceClaims,
    rows: 'claims',
  },
});
