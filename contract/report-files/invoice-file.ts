import type { Invoices, ListedInvoice } from '#contract/invoices.ts';
import {
  AGE_LABELS,
  AGES,
  INVOICE_KIND_LABELS,
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '#domain/money/invoices.ts';
import { monthText } from '#domain/time/months.ts';
import { clientFilter, sumOf } from './delivery-figures.ts';
import { fileReport } from './file-report.ts';
import { headedSource } from './headed-source.ts';

/** Invoices and credit notes with what is left to pay, by how long it is overdue. */
export const invoiceFile = fileReport({
  ...{ id: 'invoices', title: 'Invoices', label: 'Invoices' },
  rows: headedSource({
    name: 'invoices',
    ask: (api) => api.call('invoice.list'),
    rows: ({ invoices }: Invoices): readonly ListedInvoice[] => invoices,
  }),
  rowId: ({ id }) => id,
  filters: {
    status: {
      label: 'Status',
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
      label: 'Month of service',
      choices: (_, rows) =>
        [...new Set(rows.map(({ month }) => month))]
          .sort((a, b) => b.localeCompare(a))
          .map((month) => ({ id: month, name: monthText(month) })),
      matches: ({ month }, held) => month === held,
    },
    client: clientFilter,
    search: {
      label: 'Search',
      placeholder: 'Number, client, or PO',
      words: ({ number, client_name, bill_to, purchase_order }) =>
        `${number ?? ''} ${client_name} ${bill_to} ${purchase_order}`,
    },
  },
  sort: { id: 'month', desc: true },
  columns: [
    {
      ...{ id: 'number', header: 'Number', width: '9.25rem', tightWidth: '9.5rem' },
      value: ({ number }) => number ?? 'Draft',
    },
    {
      ...{ id: 'kind', header: 'Kind', only: 'file' },
      value: ({ kind }) => INVOICE_KIND_LABELS[kind],
    },
    { ...{ id: 'client', header: 'Client' }, value: ({ client_name }) => client_name },
    { ...{ id: 'bill_to', header: 'Bill to', only: 'file' }, value: ({ bill_to }) => bill_to },
    {
      ...{ id: 'month', header: 'Month of service', width: '8.5rem', only: 'wide' },
      value: ({ month }) => monthText(month),
      sortBy: ({ month, number, client_name }) => `${month} ${number ?? '~'} ${client_name}`,
    },
    {
      ...{ id: 'invoice_date', header: 'Invoice date', kind: 'day', width: '7rem', only: 'wide' },
      value: ({ invoice_date }) => invoice_date,
    },
    {
      ...{ id: 'due_on', header: 'Due', kind: 'day', width: '7rem', only: 'wide' },
      value: ({ due_on }) => due_on,
    },
    {
      ...{ id: 'total', header: 'Total', kind: 'money', width: '7rem', tightWidth: '7rem' },
      value: ({ total_cents }) => total_cents,
      // A void invoice asks for nothing.
      total: (rows) => sumOf(rows, ({ status, total_cents }) => (status === 'void' ? 0 : total_cents)),
    },
    {
      ...{ id: 'balance', header: 'Balance', kind: 'money', width: '7rem', tightWidth: '7rem' },
      value: ({ status, balance_cents }) => (status === 'draft' || status === 'void' ? null : balance_cents),
      total: (rows) => sumOf(rows, ({ balance_cents }) => balance_cents),
    },
    {
      ...{ id: 'status', header: 'Status', width: '8.75rem', tightWidth: '9rem' },
      value: ({ status }) => INVOICE_STATUS_LABELS[status],
    },
    {
      ...{ id: 'age', header: 'Overdue', only: 'file' },
      value: ({ age }) => (age === null ? '' : AGE_LABELS[age]),
    },
  ],
});
