import type { ReplyOf } from '#contract/endpoint.ts';
import type { ListedExtraPay } from '#contract/extra-pay.ts';
import type { Endpoints } from '#contract/index.ts';
import { extraPayLine } from '#domain/payroll/extra-pay.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { EXTRA_PAY_TYPES } from '#domain/payroll/pay-types.ts';
import { sumOf } from './delivery-figures.ts';
import { askedSource, fileReport } from './file-report.ts';

interface Row {
  extra: ListedExtraPay;
  amount_cents: number;
  /** How the amount comes about. */
  why: string;
}

const amounts = (rows: readonly Row[]) => sumOf(rows, ({ amount_cents }) => amount_cents);

/** Mileage and paid time off, which the office enters and payroll runs pay. */
export const extraPayFile = fileReport({
  ...{ id: 'extra-pay', title: 'Extra pay', label: 'Extra pay' },
  rows: askedSource({
    name: 'extra pay',
    ask: (api) => api.call('extra-pay.list'),
    rows: ({ entries }: ReplyOf<Endpoints['extra-pay.list']>): readonly Row[] =>
      entries.map((extra) => {
        const { amount_cents, why } = extraPayLine(extra, extra.recorded);
        return { extra, amount_cents: amount_cents ?? 0, why: why.join(' ') };
      }),
    asOf: ({ as_of }) => as_of,
  }),
  rowId: ({ extra }) => extra.id,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Provider or reason',
      words: ({ extra }) => `${extra.provider_name} ${extra.reason}`,
    },
    type: {
      label: 'Pays for',
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
  columns: [
    {
      ...{ id: 'day', header: 'Date', kind: 'day', width: '7rem', tightWidth: '7rem' },
      value: ({ extra }) => extra.pay_day,
    },
    {
      ...{ id: 'provider', header: 'Provider', width: '11rem', tightWidth: '8rem' },
      value: ({ extra }) => extra.provider_name,
    },
    {
      ...{ id: 'type', header: 'Pays for', width: '8.5rem', tightWidth: '7.5rem' },
      value: ({ extra }) => LINE_KIND_LABELS[extra.pay_type],
    },
    {
      ...{ id: 'quantity', header: 'Quantity', kind: 'number', width: '8.5rem', only: 'wide' },
      value: ({ extra }) => extra.quantity_hundredths / 100,
    },
    {
      ...{ id: 'rate', header: 'Rate', kind: 'number', width: '6rem', only: 'wide' },
      value: ({ extra }) => extra.rate_tenths / 1_000,
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: '7rem', tightWidth: '6rem' },
      value: ({ amount_cents }) => amount_cents,
      total: amounts,
    },
    { id: 'reason', header: 'Reason', value: ({ extra }) => extra.reason },
    {
      ...{ id: 'run', header: 'Run', width: '9rem', only: 'wide', none: 'Not yet' },
      value: ({ extra }) => extra.settled_by ?? '',
    },
  ],
});
