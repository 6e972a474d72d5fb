import {
  bigint,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ClaimFormat } from '#domain/money/claim-filing.ts';
import { instantColumn } from './columns.ts';

/** Nine digits, as X12 has them. It never goes back, not even after a batch that failed. */
export const claim_control_numbers = pgSequence('claim_control_numbers', { maxValue: 999_999_999 });

export const claim_batches = pgTable(
  'claim_batches',
  {
    id: uuid().primaryKey(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }).notNull(),
    payer: text().notNull(),
    payer_id: text().notNull(),
    receiver_name: text().notNull(),
    receiver_id: text().notNull(),
    submitter_id: text().notNull(),
    organization: text().notNull(),
    npi: text().notNull(),
    tax_id: text().notNull(),
    street: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    contact_name: text().notNull(),
    contact_phone: text().notNull(),
    control_number: integer().notNull(),
    claim_count: integer().notNull(),
    total_cents: bigint({ mode: 'number' }).notNull(),
    created_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    void_reason: text().notNull().default(''),
    voided_at: instantColumn(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex('claim_batches_control_number').on(table.control_number)],
);

/** The lines of batches that aren't voided, each once. */
export const claim_entries = pgTable(
  'claim_entries',
  {
    batch: uuid().notNull(),
    session: uuid().notNull(),
    student: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.session, table.student] }), index().on(table.batch)],
);

/** The bytes of a batch's files, written once, so that every download is the same. */
export const claim_files = pgTable(
  'claim_files',
  {
    batch: uuid().notNull(),
    format: text().$type<ClaimFormat>().notNull(),
    base64: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.batch, table.format] })],
);
