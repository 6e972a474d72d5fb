import { CircleDollarSign } from 'lucide-react';
import type { ListedPayRate } from '#contract/pay-rate-records.ts';
import { ratePerUnit } from '#domain/payroll/extra-pay.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { PAY_RATE_TYPES } from '#domain/payroll/pay-types.ts';
import { countedOf } from '#domain/text/counted.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { EXTRA_PAY_FILTERS } from './payroll-filters.ts';
import { RecordedRateForm } from './recorded-rate-form.tsx';

const label = (field: string) => fieldLabel('pay_rate', field);

interface Row {
  rate: ListedPayRate;
  status: 'current' | 'future' | 'past';
}

const STATUS_LABELS: Readonly<Record<Row['status'], string>> = {
  current: 'Current',
  future: 'Upcoming',
  past: 'Past',
};

/** What a mile or an hour besides services pays, from which day on. */
export const recordedRatesList = defineReport(EXTRA_PAY_FILTERS, {
  ...{ id: 'pay-rates', title: 'Pay rates', label: 'Pay rates' },
  rows: fromServer({
    name: 'pay rates',
    ask: (api) => api.call('pay-rate.list'),
    rows: (rates: readonly ListedPayRate[]): Row[] => rates.map((rate) => ({ rate, status: statusOf(rate) })),
  }),
  rowId: ({ rate }) => rate.id,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Provider',
      words: ({ rate }) => rate.provider_name ?? 'Everyone',
    },
    type: {
      label: label('pay_type'),
      choices: () => PAY_RATE_TYPES.map((id) => ({ id, name: LINE_KIND_LABELS[id] })),
      matches: ({ rate }, held) => rate.pay_type === held,
    },
    show: {
      label: 'Show',
      choices: () => Object.entries(STATUS_LABELS).map(([id, name]) => ({ id, name })),
      matches: ({ status }, held) => status === held,
    },
  },
  sort: { id: 'first', desc: true },
  remark: (shown, all) => countedOf(shown.length, all.length, 'rate', 'rates'),
  columns: [
    {
      ...{ id: 'type', header: label('pay_type'), width: '12rem', tightWidth: '9rem' },
      value: ({ rate }) => LINE_KIND_LABELS[rate.pay_type],
    },
    {
      ...{ id: 'provider', header: label('provider') },
      value: ({ rate }) => rate.provider_name ?? 'Everyone',
    },
    {
      ...{ id: 'first', header: label('starts_on'), kind: 'day', width: '8rem', tightWidth: '7rem' },
      value: ({ rate }) => rate.starts_on,
    },
    {
      ...{ id: 'last', header: 'Last day', kind: 'day', width: '8rem', tightWidth: '7rem', none: '' },
      value: ({ rate }) => rate.last_day,
    },
    {
      ...{ id: 'rate', header: label('rate_tenths'), kind: 'number', width: '9rem', tightWidth: '8rem' },
      value: ({ rate }) => rate.rate_tenths / 1_000,
      cell: ({ rate }) => ratePerUnit(rate.rate_tenths, rate.pay_type),
    },
    {
      ...{ id: 'status', header: 'Status', width: '7rem', only: 'wide' },
      value: ({ status }) => STATUS_LABELS[status],
    },
  ],
  edits: {
    entity: 'pay_rate',
    permission: 'payroll.view',
    form: (row, leads) => <RecordedRateForm rate={row?.rate ?? null} {...leads} />,
  },
  empty: {
    ...{ icon: CircleDollarSign, title: 'No pay rates yet' },
    help: "Record what a mile, an hour of paid time off, or other time on the clock pays. What services pay is in each provider's Pay rates.",
    filtered: 'No pay rates match these filters.',
  },
});

function statusOf({ starts_on, last_day }: ListedPayRate): Row['status'] {
  const today = pacificDay(Date.now());
  if (starts_on > today) return 'future';
  return last_day !== null && last_day < today ? 'past' : 'current';
}
