import { ReceiptText } from 'lucide-react';
import type { ListedInvoice } from '#contract/invoices.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { invoiceFile } from '#contract/report-files/invoice-file.ts';
import { AGE_LABELS, AGES, INVOICE_KIND_LABELS, INVOICE_STATUS_LABELS } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { countedOf } from '#domain/text/counted.ts';
import { monthText } from '#domain/time/months.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { INVOICE_FILTERS } from './billing-filters.ts';
import { AGE_LOOKS, STATUS_LOOKS } from './invoice-words.ts';

const balance = (rows: readonly ListedInvoice[]) => sumOf(rows, ({ balance_cents }) => balance_cents);

/** Invoices and credit notes with what is left to pay, by how long it is overdue. */
export const invoiceList = defineReport(INVOICE_FILTERS, {
  ...invoiceFile,
  rowName: ({ number, client_name, month }) => `${number ?? 'Draft'}, ${client_name}, ${monthText(month)}`,
  opens: ({ id }) => id,
  rowHeight: 60,
  tightRowHeight: 60,
  remark: (shown, all) => countedOf(shown.length, all.length, 'invoice'),
  totals: (rows) => [
    ['Balance due', moneyText(balance(rows.filter(({ balance_cents }) => balance_cents > 0)))],
    ...AGES.map(
      (age) => [AGE_LABELS[age], moneyText(balance(rows.filter((row) => row.age === age)))] as const,
    ),
    ['Unused credit', moneyText(Math.abs(balance(rows.filter(({ balance_cents }) => balance_cents < 0))))],
  ],
  columns: withCells(invoiceFile.columns, {
    number: ({ number, kind, month }, { isTight }) => (
      <TwoLines first={number ?? 'Draft'} second={isTight ? monthText(month) : INVOICE_KIND_LABELS[kind]} />
    ),
    client: ({ client_name, bill_to }) => (
      <TwoLines first={client_name} second={bill_to !== client_name && `Paid by ${bill_to}`} />
    ),
    status: ({ status, age }) => (
      <span className="grid justify-items-start gap-1">
        <Badge variant={STATUS_LOOKS[status]}>{INVOICE_STATUS_LABELS[status]}</Badge>
        {age !== null && age !== 'not-due' && <Badge variant={AGE_LOOKS[age]}>{AGE_LABELS[age]}</Badge>}
      </span>
    ),
  }),
  empty: {
    ...{ icon: ReceiptText, title: 'No invoices yet' },
    help: 'Create drafts from the approved sessions of a month.',
    filtered: 'No invoices match these filters.',
  },
});
