import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { ProviderPay } from '#contract/payroll-figures.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { closedPeriod, type ReportDays } from '#domain/reports/report-days.ts';
import { perProvider, providerColumn, providerSearch, sumOf } from './delivery-figures.ts';
import { type FileColumn, fileReport } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['payroll.list-providers']> & ReportDays;

/** What a provider is paid for some days. */
export interface ProviderPayRow extends ProviderPay, ReportDays {}

export const missingRates = ({ approved, unapproved }: ProviderPay) =>
  approved.missing_rates + unapproved.missing_rates;

/** A figure of approved and other lines together. */
const both = (figure: 'minutes' | 'premium_cents' | 'extra_cents') => (row: ProviderPay) =>
  row.approved[figure] + row.unapproved[figure];

function amount(id: 'approved' | 'unapproved', header: string): FileColumn<ProviderPayRow> {
  return {
    ...{ id, header, kind: 'money', width: '8rem' },
    value: (row) => row[id].amount_cents,
    total: (rows) => sumOf(rows, (row) => row[id].amount_cents),
  };
}

/** What each provider is paid for a pay period, approved and not. */
export const providerPayFile = fileReport({
  id: 'payroll-providers',
  title: 'Provider',
  label: 'Pay by provider',
  rows: headedSource({
    name: 'pay by provider',
    async ask(api, asked): Promise<Answer> {
      const { from, to } = asked;
      return { ...(await api.call('payroll.list-providers', { query: daysQuery(asked) })), from, to };
    },
    rows: ({ rows, from, to }: Answer): readonly ProviderPayRow[] =>
      rows.map((row) => ({ ...row, from, to })),
  }),
  rowId: perProvider.rowId,
  days: closedPeriod,
  filters: { search: providerSearch },
  sort: { id: 'provider', desc: false },
  columns: [
    providerColumn,
    { ...{ id: 'employment', header: 'Employment', only: 'file' }, value: ({ emp }) => employmentLabel(emp) },
    {
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.5rem', only: 'wide' },
      value: ({ sessions }) => sessions,
      total: (rows) => sumOf(rows, ({ sessions }) => sessions),
    },
    {
      ...{ id: 'hours', header: 'Hours', kind: 'duration', width: '6rem' },
      value: both('minutes'),
      total: (rows) => sumOf(rows, both('minutes')),
    },
    {
      ...{ id: 'premiums', header: 'Premiums', kind: 'money', width: '7rem', only: 'wide' },
      value: both('premium_cents'),
      total: (rows) => sumOf(rows, both('premium_cents')),
    },
    {
      ...{ id: 'extra', header: 'Extra pay', kind: 'money', width: '7rem', only: 'wide' },
      value: both('extra_cents'),
      total: (rows) => sumOf(rows, both('extra_cents')),
    },
    amount('unapproved', 'Not approved'),
    amount('approved', 'Approved'),
    {
      ...{ id: 'missing', header: 'Lines without a pay rate', kind: 'number', only: 'file' },
      value: missingRates,
    },
  ],
});
