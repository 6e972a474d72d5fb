import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BillingLine } from '#contract/billing-reports.ts';
import type { InvoiceKind, InvoiceStatus, PaymentMethod } from '#domain/money/invoices.ts';
import type { QuickBooksFormat } from '#domain/money/quickbooks.ts';
import { instantColumn } from './columns.ts';

const cents = () => bigint({ mode: 'number' });

/** An invoice or credit note of a client and month. A draft becomes a fixed document when it is sent. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey(),
    client: uuid().notNull(),
    /** `YYYY-MM` of service. */
    month: text().notNull(),
    kind: text().$type<InvoiceKind>().notNull(),
    status: text().$type<InvoiceStatus>().notNull(),
    /** Given when it is sent. */
    number: text(),
    note: text().notNull().default(''),
    /** The sent invoice of which the office has credited lines with this one. */
    credited_invoice: uuid(),
    client_name: text().notNull(),
    /** Who pays: the client, or the district that it belongs to. */
    bill_to: text().notNull(),
    invoice_address: text().notNull(),
    purchase_order: text().notNull(),
    contract_number: text().notNull(),
    terms_days: integer().notNull(),
    invoice_date: date({ mode: 'string' }),
    due_on: date({ mode: 'string' }),
    total_cents: cents().notNull(),
    created_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    sent_by: uuid(),
    sent_at: instantColumn(),
    void_reason: text().notNull().default(''),
    voided_by: uuid(),
    voided_at: instantColumn(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.number),
    // One draft at a time for a client and month.
    uniqueIndex('invoices_draft')
      .on(table.client, table.month)
      .where(sql`status = 'draft' and deleted_at is null`),
    index().on(table.client, table.month),
    index().on(table.credited_invoice),
  ],
);

/** The lines of an invoice, with all that is printed of them. Those of a draft are replaced as a whole. */
export const invoice_lines = pgTable(
  'invoice_lines',
  {
    id: uuid().primaryKey(),
    invoice: uuid().notNull(),
    position: integer().notNull(),
    kind: text().$type<'session' | 'credit'>().notNull(),
    session: uuid().notNull(),
    student: uuid(),
    session_date: date({ mode: 'string' }).notNull(),
    /** Negative on a credit line. */
    minutes: integer().notNull(),
    amount_cents: cents().notNull(),
    /** The line that a credit line takes back. */
    credits: uuid(),
    /** The facts of the session on which the figures depend. */
    basis: text().notNull(),
    facts: jsonb().$type<BillingLine>().notNull(),
  },
  (table) => [
    index().on(table.invoice, table.position),
    index().on(table.session_date),
    index().on(table.session),
    index().on(table.credits),
  ],
);

export const invoice_payments = pgTable(
  'invoice_payments',
  {
    id: uuid().primaryKey(),
    invoice: uuid().notNull(),
    method: text().$type<PaymentMethod>().notNull(),
    amount_cents: cents().notNull(),
    paid_on: date({ mode: 'string' }).notNull(),
    reference: text().notNull(),
    /** The credit note that is used up by it. */
    credit_note: uuid(),
    recorded_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.invoice), index().on(table.credit_note)],
);

export const quickbooks_batches = pgTable('quickbooks_batches', {
  id: uuid().primaryKey(),
  start_date: date({ mode: 'string' }).notNull(),
  end_date: date({ mode: 'string' }).notNull(),
  receivable_account: text().notNull(),
  income_account: text().notNull(),
  invoice_count: integer().notNull(),
  total_cents: cents().notNull(),
  created_by: uuid().notNull(),
  captured_at: instantColumn().notNull(),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});

/** What batches have: each invoice once, and once more if it was voided afterwards. */
export const quickbooks_entries = pgTable(
  'quickbooks_entries',
  {
    batch: uuid().notNull(),
    invoice: uuid().notNull(),
    entry: text().$type<'invoice' | 'void'>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoice, table.entry] }), index().on(table.batch)],
);

/** The bytes of a batch's files, written once, so that every download is the same. */
export const quickbooks_files = pgTable(
  'quickbooks_files',
  {
    batch: uuid().notNull(),
    format: text().$type<QuickBooksFormat>().notNull(),
    base64: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.batch, table.format] })],
);
