import { z } from 'zod';
import { INVOICE_KINDS, INVOICE_STATUSES, PAYMENT_METHODS } from '#domain/money/invoices.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { day, instant, personName, requiredText, text, uuid } from './fields.ts';
import { author, captured, never, nobody } from './server-fields.ts';

/** A month of service. */
export const month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Enter a month, such as 9/2026.');
const noText = setByServer(z.string(), () => '');

/** An invoice or credit note of a client and month. What was sent never changes; only its status does. */
export const invoice = defineEntity({
  reach: 'office',
  clear: [],
  once: { client: uuid, month },
  fields: {
    /** Printed below the lines. */
    note: ask(text(1_000)),
  },
  setByServer: {
    kind: setByServer(z.enum(INVOICE_KINDS)),
    status: setByServer(z.enum(INVOICE_STATUSES), () => 'draft' as const),
    /** Null on a draft. */
    number: setByServer(z.string().nullable(), () => null),
    client_name: noText,
    /** The sent invoice of which the office has credited lines with this credit note; null otherwise. */
    credited_invoice: nobody,
    /** Who pays: the client, or the district that it belongs to. */
    bill_to: noText,
    invoice_address: noText,
    purchase_order: noText,
    contract_number: noText,
    /** Days from the invoice date to the due date. */
    terms_days: setByServer(z.int()),
    invoice_date: setByServer(day.nullable(), () => null),
    due_on: setByServer(day.nullable(), () => null),
    /** Negative on a credit note. */
    total_cents: setByServer(z.int()),
    created_by: author,
    created_by_name: setByServer(personName, () => ''),
    captured_at: captured.captured_at,
    sent_by: nobody,
    sent_by_name: setByServer(personName.nullable(), () => null),
    sent_at: never,
    void_reason: noText,
    voided_by: nobody,
    voided_by_name: setByServer(personName.nullable(), () => null),
    voided_at: setByServer(instant.nullable(), () => null),
  },
});

/** Money that came for an invoice, or a credit note that was used for it. A wrong one is deleted. */
export const invoice_payment = defineEntity({
  reach: 'office',
  clear: [],
  once: {
    invoice: uuid,
    method: z.enum(PAYMENT_METHODS),
    amount_cents: z
      .int()
      .min(1, 'Enter an amount above $0.00.')
      .max(100_000_000_000, 'Enter a smaller amount.'),
    paid_on: day,
    /** Of the check or transfer. */
    reference: text(100),
    credit_note: uuid.nullable(),
  },
  fields: {},
  setByServer: {
    recorded_by: author,
    recorded_by_name: setByServer(personName, () => ''),
    captured_at: captured.captured_at,
  },
});

/** Invoices that were exported to QuickBooks together. What it has never changes: later changes are another batch. */
export const quickbooks_batch = defineEntity({
  reach: 'office',
  clear: [],
  once: {
    /** Invoice dates. */
    start_date: day,
    end_date: day,
    receivable_account: requiredText(100),
    income_account: requiredText(100),
  },
  fields: {},
  setByServer: {
    invoice_count: setByServer(z.int()),
    total_cents: setByServer(z.int()),
    created_by: author,
    created_by_name: setByServer(personName, () => ''),
    captured_at: captured.captured_at,
  },
});
