import { INVOICE_KIND_LABELS, INVOICE_STATUS_LABELS, PAYMENT_METHOD_LABELS } from '#domain/money/invoices.ts';
import type { EntityWords } from './entity-words.ts';
import { client as clientName, coded, day, instant, linked, money, person, plain } from './say.ts';

export const invoice: EntityWords<'invoice'> = {
  one: 'invoice',
  title: (row) => [
    [plain, row.number],
    [plain, row.client_name],
    [plain, row.month],
  ],
  fields: {
    number: 'Number',
    kind: { label: 'Kind', say: coded(INVOICE_KIND_LABELS) },
    status: { label: 'Status', say: coded(INVOICE_STATUS_LABELS) },
    client: { label: 'Client', say: clientName },
    client_name: 'Client name',
    credited_invoice: { label: 'Credits invoice', say: linked },
    month: 'Month of service',
    bill_to: 'Bill to',
    invoice_address: 'Invoice address',
    purchase_order: 'Purchase order',
    contract_number: 'Contract number',
    terms_days: 'Days until due',
    invoice_date: { label: 'Invoice date', say: day },
    due_on: { label: 'Due', say: day },
    total_cents: { label: 'Total', say: money },
    note: 'Note',
    created_by: { label: 'Created by (ID)', say: person },
    created_by_name: 'Created by',
    captured_at: { label: 'Created', say: instant },
    sent_by: { label: 'Sent by (ID)', say: person },
    sent_by_name: 'Sent by',
    sent_at: { label: 'Sent', say: instant },
    void_reason: 'Reason for voiding',
    voided_by: { label: 'Voided by (ID)', say: person },
    voided_by_name: 'Voided by',
    voided_at: { label: 'Voided', say: instant },
  },
};

export const invoice_payment: EntityWords<'invoice_payment'> = {
  one: 'payment',
  title: (row) => [
    [money, row.amount_cents],
    [day, row.paid_on],
  ],
  fields: {
    invoice: { label: 'Invoice', say: linked },
    method: { label: 'Method', say: coded(PAYMENT_METHOD_LABELS) },
    amount_cents: { label: 'Amount', say: money },
    paid_on: { label: 'Paid on', say: day },
    reference: 'Reference',
    credit_note: { label: 'Credit note', say: linked },
    recorded_by: { label: 'Recorded by (ID)', say: person },
    recorded_by_name: 'Recorded by',
    captured_at: { label: 'Recorded', say: instant },
  },
};

export const quickbooks_batch: EntityWords<'quickbooks_batch'> = {
  one: 'QuickBooks batch',
  title: (row) => [
    [day, row.start_date],
    [day, row.end_date],
  ],
  fields: {
    start_date: { label: 'Invoices from', say: day },
    end_date: { label: 'Invoices to', say: day },
    receivable_account: 'Receivable account',
    income_account: 'Income account',
    invoice_count: 'Invoices',
    total_cents: { label: 'Total', say: money },
    created_by: { label: 'Created by (ID)', say: person },
    created_by_name: 'Created by',
    captured_at: { label: 'Created', say: instant },
  },
};

export const claim_batch: EntityWords<'claim_batch'> = {
  one: 'claim batch',
  title: (row) => [
    [plain, row.payer],
    [day, row.start_date],
    [day, row.end_date],
  ],
  fields: {
    start_date: { label: 'Sessions from', say: day },
    end_date: { label: 'Sessions to', say: day },
    payer: 'Payer',
    payer_id: 'Payer ID',
    receiver_name: 'Clearinghouse',
    receiver_id: 'Clearinghouse ID',
    submitter_id: 'Submitter ID',
    organization: 'Organization',
    npi: 'Organization NPI',
    tax_id: 'Tax ID',
    street: 'Street',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    contact_name: 'Contact',
    contact_phone: 'Contact phone',
    control_number: 'Control number',
    claim_count: 'Claims',
    total_cents: { label: 'Total', say: money },
    created_by: { label: 'Created by (ID)', say: person },
    created_by_name: 'Created by',
    captured_at: { label: 'Created', say: instant },
    void_reason: 'Reason for voiding',
    voided_at: { label: 'Voided', say: instant },
  },
};
