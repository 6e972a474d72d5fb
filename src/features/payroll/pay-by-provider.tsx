import { Wallet } from 'lucide-react';
import type { ProviderPay } from '#contract/payroll.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { addedSums } from '#domain/payroll/pay-line.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport, fromServer, type Unsynced } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { missingRateRemark } from './line-rows.ts';
import { PAY_FILTERS } from './payroll-filters.ts';

interface Row extends ProviderPay {
  from: string;
  to: string;
}

interface Answer {
  as_of: string;
  rows: readonly ProviderPay[];
  unsynced: readonly Unsynced[];
  from: string;
  to: string;
}

const missing = ({ approved, unapproved }: ProviderPay) => approved.missing_rates + unapproved.missing_rates;

/** The days and lines that a provider's figure is the sum of. */
function whyOf(row: Row, show: 'approved' | 'unapproved'): Why {
  const sum = row[show];
  return {
    title: `${show === 'approved' ? 'Approved' : 'Not approved'}, ${row.provider_name}`,
    rule: `The sum of ${sum.lines} pay lines, of which ${moneyText(sum.premium_cents)} are premiums.`,
    async parts(api) {
      const call = show === 'approved' ? 'payroll.list-approved' : 'payroll.list-unapproved';
      const query = { start_date: row.from, end_date: row.to, provider: row.provider };
      const { lines } = await api.call(call, { query });
      const days = [...new Set(lines.map(({ day }) => day))].sort();
      return days.map((day) => {
        const own = lines.filter((line) => line.day === day);
        const cents = own.reduce((total, { amount_cents }) => total + (amount_cents ?? 0), 0);
        return {
          ...{ id: day, label: displayDay(day), figure: moneyText(cents) },
          parts: own.map(({ key, session, why, amount_cents }) => ({
            ...{ id: key, label: why.at(-1) ?? '' },
            figure: amount_cents === null ? 'No rate' : moneyText(amount_cents),
            ...(session !== null && { to: { kind: 'session' as const, id: session } }),
          })),
        };
      });
    },
  };
}

/** What each provider is paid for a pay period, approved and not. */
export const payByProvider = defineReport(PAY_FILTERS, {
  id: 'payroll-providers',
  title: 'Provider',
  label: 'Pay by provider',
  rows: fromServer({
    name: 'pay by provider',
    ask: async (api, { from, to }): Promise<Answer> => ({
      ...(await api.call('payroll.list-providers', { query: { start_date: from, end_date: to } })),
      ...{ from, to },
    }),
    rows: ({ rows, from, to }: Answer) => rows.map((row): Row => ({ ...row, from, to })),
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ provider }) => provider,
  opens: ({ provider, from, to }) => `${provider} ${from} ${to}`,
  keepsPeriod: true,
  opensClosed: true,
  filters: {
    search: { label: 'Search', placeholder: 'Provider', words: ({ provider_name }) => provider_name },
  },
  sort: { id: 'provider', desc: false },
  remark: (shown) => missingRateRemark(shown.reduce((sum, row) => sum + missing(row), 0)),
  totals(rows) {
    const [approved, unapproved] = [rows.map((row) => row.approved), rows.map((row) => row.unapproved)].map(
      (sums) =>
        sums.reduce(addedSums, { lines: 0, minutes: 0, amount_cents: 0, premium_cents: 0, missing_rates: 0 }),
    );
    return [
      ['Providers', rows.length],
      ['Approved', moneyText(approved?.amount_cents ?? 0)],
      ['Not approved yet', moneyText(unapproved?.amount_cents ?? 0)],
      ['Hours', hoursText((approved?.minutes ?? 0) + (unapproved?.minutes ?? 0))],
    ];
  },
  columns: [
    {
      ...{ id: 'provider', header: 'Provider' },
      value: ({ provider_name }) => provider_name,
      cell: (row) => (
        <TwoLines
          first={
            <>
              {row.provider_name}
              {missing(row) > 0 && (
                <Badge variant="destructive" className="ml-2">
                  No pay rate
                </Badge>
              )}
            </>
          }
          second={employmentLabel(row.emp)}
        />
      ),
    },
    { ...{ id: 'employment', header: 'Employment', only: 'file' }, value: ({ emp }) => employmentLabel(emp) },
    {
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.5rem', only: 'wide' },
      value: ({ sessions }) => sessions,
      total: (rows) => rows.reduce((sum, { sessions }) => sum + sessions, 0),
    },
    {
      ...{ id: 'hours', header: 'Hours', kind: 'duration', width: '6rem' },
      value: ({ approved, unapproved }) => approved.minutes + unapproved.minutes,
      total: (rows) =>
        rows.reduce((sum, { approved, unapproved }) => sum + approved.minutes + unapproved.minutes, 0),
    },
    {
      ...{ id: 'premiums', header: 'Premiums', kind: 'money', width: '7rem', only: 'wide' },
      value: ({ approved, unapproved }) => approved.premium_cents + unapproved.premium_cents,
      total: (rows) =>
        rows.reduce(
          (sum, { approved, unapproved }) => sum + approved.premium_cents + unapproved.premium_cents,
          0,
        ),
    },
    {
      ...{ id: 'unapproved', header: 'Not approved', kind: 'money', width: '8rem' },
      value: ({ unapproved }) => unapproved.amount_cents,
      total: (rows) => rows.reduce((sum, { unapproved }) => sum + unapproved.amount_cents, 0),
    },
    {
      ...{ id: 'approved', header: 'Approved', kind: 'money', width: '8rem' },
      value: ({ approved }) => approved.amount_cents,
      total: (rows) => rows.reduce((sum, { approved }) => sum + approved.amount_cents, 0),
    },
    {
      ...{ id: 'missing', header: 'Lines without a pay rate', kind: 'number', only: 'file' },
      value: missing,
    },
  ],
  why: (row, column) =>
    (column === 'approved' || column === 'unapproved') && row[column].lines > 0
      ? () => whyOf(row, column)
      : null,
  rowHeight: 52,
  empty: {
    ...{ icon: Wallet, title: 'Nothing to pay' },
    help: 'Try another pay period. Providers appear once they have sessions or a timecard.',
    filtered: 'No providers match these filters.',
  },
});
