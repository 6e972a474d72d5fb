import { Car } from 'lucide-react';
import type { ListedExtraPay } from '#contract/extra-pay.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { extraPayLine, rateText } from '#domain/payroll/extra-pay.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { EXTRA_PAY_TYPES } from '#domain/payroll/pay-types.ts';
import { RATE_UNITS } from '#domain/payroll/recorded-rates.ts';
import { countedOf } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { ExtraPayForm } from './extra-pay-form.tsx';
import { EXTRA_PAY_FILTERS } from './payroll-filters.ts';

interface Row {
  extra: ListedExtraPay;
  amount_cents: number;
  /** How the amount comes about. */
  why: string;
}

const label = (field: string) => fieldLabel('extra_pay', field);
const amounts = (rows: readonly Row[]) => sumOf(rows, ({ amount_cents }) => amount_cents);

/** Mileage and paid time off, which the office enters and payroll runs pay. */
export const extraPayList = defineReport(EXTRA_PAY_FILTERS, {
  ...{ id: 'extra-pay', title: 'Extra pay', label: 'Extra pay' },
  rows: fromServer({
    name: 'extra pay',
    ask: (api) => api.call('extra-pay.list'),
    rows: (entries: readonly ListedExtraPay[]): Row[] =>
      entries.map((extra) => {
        const { amount_cents, why } = extraPayLine(extra, extra.recorded);
        return { extra, amount_cents: amount_cents ?? 0, why: why.join(' ') };
      }),
  }),
  rowId: ({ extra }) => extra.id,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Provider or reason',
      words: ({ extra }) => `${extra.provider_name} ${extra.reason}`,
    },
    type: {
      label: label('pay_type'),
      choices: () => EXTRA_PAY_TYPES.map((id) => ({ id, name: LINE_KIND_LABELS[id] })),
      matches: ({ extra }, held) => extra.pay_type === held,
    },
    show: {
      label: 'Show',
      choices: () => [
        { id: 'waiting', name: 'Not in an approved run' },
        { id: 'settled', name: 'In an approved run' },
      ],
      matches: ({ extra }, held) => (extra.settled_by === null) === (held === 'waiting'),
    },
  },
  sort: { id: 'day', desc: true },
  remark: (shown, all) => countedOf(shown.length, all.length, 'entry', 'entries'),
  totals: (rows) => [['Amount', moneyText(amounts(rows))]],
  columns: [
    {
      ...{ id: 'day', header: label('pay_day'), kind: 'day', width: '7rem', tightWidth: '7rem' },
      value: ({ extra }) => extra.pay_day,
    },
    {
      ...{ id: 'provider', header: label('provider'), width: '11rem', tightWidth: '8rem' },
      value: ({ extra }) => extra.provider_name,
    },
    {
      ...{ id: 'type', header: label('pay_type'), width: '8.5rem', tightWidth: '7.5rem' },
      value: ({ extra }) => LINE_KIND_LABELS[extra.pay_type],
    },
    {
      ...{ id: 'quantity', header: label('quantity_hundredths'), width: '8.5rem', only: 'wide' },
      value: ({ extra }) => extra.quantity_hundredths / 100,
      cell: ({ extra }) => `${extra.quantity_hundredths / 100} ${RATE_UNITS[extra.pay_type].many}`,
    },
    {
      ...{ id: 'rate', header: label('rate_tenths'), width: '6rem', only: 'wide' },
      value: ({ extra }) => extra.rate_tenths / 1_000,
      cell: ({ extra }) => rateText(extra.rate_tenths),
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: '7rem', tightWidth: '6rem' },
      value: ({ amount_cents }) => amount_cents,
      total: amounts,
    },
    { id: 'reason', header: label('reason'), value: ({ extra }) => extra.reason },
    {
      ...{ id: 'run', header: 'Run', width: '9rem', only: 'wide', none: 'Not yet' },
      value: ({ extra }) => extra.settled_by ?? '',
    },
  ],
  why: (row, column) =>
    column === 'amount'
      ? () => ({
          title: `${LINE_KIND_LABELS[row.extra.pay_type]}, ${row.extra.provider_name}`,
          rule: row.why,
          parts: [
            {
              ...{ id: row.extra.id, label: LINE_KIND_LABELS[row.extra.pay_type] },
              figure: moneyText(row.amount_cents),
            },
          ],
        })
      : null,
  edits: {
    entity: 'extra_pay',
    permission: 'payroll.view',
    form: (row, { reload, onClose, onAddAnother }) => (
      <ExtraPayForm
        extra={row?.extra ?? null}
        onClose={() => {
          onClose();
          void reload();
        }}
        onAddAnother={() => {
          onAddAnother();
          void reload();
        }}
      />
    ),
  },
  empty: {
    ...{ icon: Car, title: 'No extra pay yet' },
    help: 'Add miles driven or paid time off. The next payroll run pays it as a line with its reason.',
    filtered: 'No extra pay matches these filters.',
  },
});
