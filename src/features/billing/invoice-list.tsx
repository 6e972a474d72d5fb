import { ReceiptText } from 'lucide-react';
import type { Invoices, ListedInvoice } from '#contract/invoices.ts';
import {
  AGE_LABELS,
  AGES,
  INVOICE_KIND_LABELS,
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { countedOf } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { defineReport, distinctChoices, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { INVOICE_FILTERS } from './billing-filters.ts';
import { AGE_LOOKS, monthText, STATUS_LOOKS } from './invoice-words.ts';

const label = (field: keyof ListedInvoice) => fieldLabel('invoice', field);
const balance = (rows: readonly ListedInvoice[]) =>
  rows.reduce((sum, { balance_cents }) => sum + balance_cents, 0);

/** Invoices and credit notes with what is left to pay, by how long it is overdue. */
export const invoiceList = defineReport(INVOICE_FILTERS, {
  ...{ id: 'invoices', title: 'Invoices', label: 'Invoices' },
  rows: fromServer({
    name: 'invoices',
    ask: (api) => api.call('invoice.list'),
    rows: ({ invoices }: Invoices) => invoices,
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ id }) => id,
  rowName: ({ number, client_name, month }) => `${number ?? 'Draft'}, ${client_name}, ${monthText(month)}`,
  opens: ({ id }) => id,
  rowHeight: 60,
  tightRowHeight: 60,
  filters: {
    status: {
      label: label('status'),
      isCounted: true,
      choices: () => INVOICE_STATUSES.map((id) => ({ id, name: INVOICE_STATUS_LABELS[id] })),
      matches: ({ status }, held) => status === held,
    },
    age: {
      label: 'Overdue',
      choices: () => [
        { id: 'late', name: 'All overdue' },
        ...AGES.map((id) => ({ id, name: AGE_LABELS[id] })),
      ],
      matches: ({ age }, held) => (held === 'late' ? age !== null && age !== 'not-due' : age === held),
    },
    month: {
      label: label('month'),
      choices: (_, rows) =>
        [...new Set(rows.map(({ month }) => month))]
          .sort((a, b) => b.localeCompare(a))
          .map((month) => ({ id: month, name: monthText(month) })),
      matches: ({ month }, held) => month === held,
    },
    client: {
      label: label('client'),
      choices: (_, rows) => distinctChoices(rows.map(({ client, client_name }) => [client, client_name])),
      matches: ({ client }, held) => client === held,
    },
    search: {
      label: 'Search',
      words: ({ number, client_name, bill_to, purchase_order }) =>
        `${number ?? ''} ${client_name} ${bill_to} ${purchase_order}`,
    },
  },
  sort: { id: 'month', desc: true },
  remark: (shown, all) => countedOf(shown.length, all.length, 'invoice'),
  totals: (rows) => [
    ['Balance due', moneyText(balance(rows.filter(({ balance_cents }) => balance_cents > 0)))],
    ...AGES.map(
      (age) => [AGE_LABELS[age], moneyText(balance(rows.filter((row) => row.age === age)))] as const,
    ),
    ['Unused credit', moneyText(Math.abs(balance(rows.filter(({ balance_cents }) => balance_cents < 0))))],
  ],
  columns: [
    {
      ...{ id: 'number', header: label('number'), width: '9.5rem', tightWidth: '9.5rem' },
      value: ({ number }) => number ?? 'Draft',
      cell: ({ number, kind, month }, { isTight }) => (
        <TwoLines first={number ?? 'Draft'} second={isTight ? monthText(month) : INVOICE_KIND_LABELS[kind]} />
      ),
    },
    {
      ...{ id: 'kind', header: label('kind'), only: 'file' },
      value: ({ kind }) => INVOICE_KIND_LABELS[kind],
    },
    {
      ...{ id: 'client', header: label('client') },
      value: ({ client_name }) => client_name,
      cell: ({ client_name, bill_to }) => (
        <TwoLines first={client_name} second={bill_to !== client_name && `Paid by ${bill_to}`} />
      ),
    },
    { ...{ id: 'bill_to', header: label('bill_to'), only: 'file' }, value: ({ bill_to }) => bill_to },
    {
      ...{ id: 'month', header: label('month'), width: '8.5rem', only: 'wide' },
      value: ({ month }) => monthText(month),
      sortBy: ({ month, number, client_name }) => `${month} ${number ?? '~'} ${client_name}`,
    },
    {
      ...{ id: 'invoice_date', header: label('invoice_date'), kind: 'day', width: '8rem', only: 'wide' },
      value: ({ invoice_date }) => invoice_date,
    },
    {
      ...{ id: 'due_on', header: label('due_on'), kind: 'day', width: '7.5rem', only: 'wide' },
      value: ({ due_on }) => due_on,
    },
    {
      ...{ id: 'total', header: label('total_cents'), kind: 'money', width: '8rem', tightWidth: '7rem' },
      value: ({ total_cents }) => total_cents,
      // A void invoice asks for nothing.
      total: (rows) =>
        rows.reduce((sum, { status, total_cents }) => sum + (status === 'void' ? 0 : total_cents), 0),
    },
    {
      ...{ id: 'balance', header: 'Balance', kind: 'money', width: '8rem', tightWidth: '7rem' },
      value: ({ status, balance_cents }) => (status === 'draft' || status === 'void' ? null : balance_cents),
      total: balance,
    },
    {
      ...{ id: 'status', header: label('status'), width: '9.5rem', tightWidth: '9rem' },
      value: ({ status }) => INVOICE_STATUS_LABELS[status],
      cell: ({ status, age }) => (
        <span className="grid justify-items-start gap-1">
          <Badge variant={STATUS_LOOKS[status]}>{INVOICE_STATUS_LABELS[status]}</Badge>
          {age !== null && age !== 'not-due' && <Badge variant={AGE_LOOKS[age]}>{AGE_LABELS[age]}</Badge>}
        </span>
      ),
    },
    {
      ...{ id: 'age', header: 'Overdue', only: 'file' },
      value: ({ age }) => (age === null ? '' : AGE_LABELS[age]),
    },
  ],
  empty: {
    ...{ icon: ReceiptText, title: 'No invoices yet' },
    help: 'Create drafts from the approved sessions of a month.',
    filtered: 'No invoices match these filters.',
  },
});
