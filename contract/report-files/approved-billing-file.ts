import type { ApprovedSum, ApprovedSums } from '#contract/billing-reports.ts';
import { lastMonth } from '#domain/reports/report-days.ts';
import { type BillingSumRow, linesAsked } from './billing-sum-file.ts';
import { perProvider, providerColumn, providerSearch, sumOf } from './delivery-figures.ts';
import { signed } from './file-cells.ts';
import { fileReport } from './file-report.ts';
import { headedSource } from './headed-source.ts';

/** Approved sessions of a provider, with the days and the service that they are of. */
type ApprovedRow = ApprovedSum & Pick<BillingSumRow, 'asked'>;

const difference = ({ billed_minutes, paid_minutes }: ApprovedSum) => billed_minutes - paid_minutes;

/** Approved sessions by provider: what payroll counts beside what clients are billed. */
export const approvedBillingFile = fileReport({
  ...{ id: 'approved-payroll-billing', title: 'Approved Payroll', label: 'Approved Payroll' },
  rows: headedSource({
    name: 'approved sessions',
    async ask(api, days) {
      const asked = linesAsked(days);
      return { ...(await api.call('billing.sum-approved', { query: asked })), asked };
    },
    rows: ({ sums, asked }: ApprovedSums & Pick<BillingSumRow, 'asked'>): readonly ApprovedRow[] =>
      sums.map((one) => ({ ...one, asked })),
  }),
  rowId: perProvider.rowId,
  days: lastMonth,
  filters: {
    service: { label: 'Service', choices: ({ services }) => services },
    search: providerSearch,
  },
  sort: { id: 'provider', desc: false },
  columns: [
    providerColumn,
    {
      ...{ id: 'sessions', header: 'Approved sessions', kind: 'number', width: '10rem', tightWidth: '8rem' },
      value: ({ sessions }) => sessions,
      total: (rows) => sumOf(rows, ({ sessions }) => sessions),
    },
    {
      ...{ id: 'paid', header: 'Paid time', kind: 'duration', width: '7.5rem' },
      value: ({ paid_minutes }) => paid_minutes,
      total: (rows) => sumOf(rows, ({ paid_minutes }) => paid_minutes),
    },
    {
      ...{ id: 'billed', header: 'Billed time', kind: 'duration', width: '7.5rem' },
      value: ({ billed_minutes }) => billed_minutes,
      total: (rows) => sumOf(rows, ({ billed_minutes }) => billed_minutes),
    },
    {
      ...{ id: 'difference', header: 'Billed − paid (minutes)', kind: 'difference' },
      ...{ width: '11.5rem', only: 'wide' },
      value: difference,
      total: (rows) => signed(sumOf(rows, difference)),
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: '8.5rem' },
      value: ({ amount_cents }) => amount_cents,
      total: (rows) => sumOf(rows, ({ amount_cents }) => amount_cents),
    },
    {
      ...{ id: 'blocked', header: 'To resolve', kind: 'number', width: '6.5rem', only: 'wide' },
      value: ({ blocked }) => blocked,
      total: (rows) => sumOf(rows, ({ blocked }) => blocked),
    },
  ],
});
