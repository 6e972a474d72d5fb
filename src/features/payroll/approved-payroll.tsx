import { CircleCheckBig } from 'lucide-react';
import type { LinesReply } from '#contract/payroll.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { lineColumns } from './line-columns.tsx';
import { kindChoices, type LineRow, lineRows, lineTotals, whyOfLine } from './line-rows.ts';
import { APPROVED_FILTERS, LATE_FILTERS } from './payroll-filters.ts';

/** The newest pay period that is over. */
function closedPeriod(today: string, periods: readonly PayPeriod[]): { from: string; to: string } {
  const closed = periods.findLast(({ end_date }) => end_date < today);
  return closed === undefined
    ? { from: dayPlus(today, -14), to: today }
    : { from: closed.start_date, to: closed.end_date };
}

const whyOf = (row: LineRow, column: string) =>
  column === 'amount' || column === 'minutes' ? () => whyOfLine(row) : null;
const lineWords = ({ provider_name, what, service_name, client_name }: LineRow) =>
  `${provider_name} ${what} ${service_name} ${client_name}`;

/** Exactly the lines that are approved; those that aren't yet are one choice away. */
export const approvedPayroll = defineReport(APPROVED_FILTERS, {
  id: 'approved-payroll',
  title: 'Completed & Approved',
  label: 'Pay lines',
  rows: fromServer({
    name: 'pay lines',
    ask: (api, { from, to, provider, show }) =>
      api.call(show === 'unapproved' ? 'payroll.list-unapproved' : 'payroll.list-approved', {
        query: { start_date: from, end_date: to, ...(provider === '' ? {} : { provider }) },
      }),
    rows: ({ lines, names }: LinesReply) => lineRows(lines, names),
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ key }) => key,
  days: closedPeriod,
  filters: {
    provider: { label: 'Provider', everyone: 'provider' },
    show: {
      label: 'Show',
      all: 'Approved',
      choices: () => [{ id: 'unapproved', name: 'Not approved yet' }],
    },
    kind: {
      label: 'Pays for',
      choices: (_, rows) => kindChoices(rows),
      matches: ({ kind }, id) => kind === id,
    },
    search: { label: 'Search', placeholder: 'Provider, service, or client', words: lineWords },
  },
  sort: { id: 'day', desc: false },
  totals: lineTotals,
  columns: lineColumns<LineRow>(),
  why: whyOf,
  rowHeight: 52,
  empty: {
    ...{ icon: CircleCheckBig, title: 'No pay lines' },
    help: 'Try other dates. Lines are approved with their timesheet.',
    filtered: 'No pay lines match these filters. Choose Not approved yet under Show to see the rest.',
  },
});

const LATE_DAYS = 90;

/** Sessions that were entered more than 48 hours after their pay period closed. */
export const latePayroll = defineReport(LATE_FILTERS, {
  id: 'late-payroll',
  title: 'Late Billing',
  label: 'Late pay lines',
  rows: fromServer({
    name: 'late pay lines',
    ask: (api, { from, to, provider }) =>
      api.call('payroll.list-late', {
        query: { start_date: from, end_date: to, ...(provider === '' ? {} : { provider }) },
      }),
    rows: ({ lines, names }: LinesReply) => lineRows(lines, names),
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ key }) => key,
  days: (today) => ({ from: dayPlus(today, -LATE_DAYS), to: today }),
  filters: {
    provider: { label: 'Provider', everyone: 'provider' },
    search: { label: 'Search', placeholder: 'Provider, service, or client', words: lineWords },
  },
  sort: { id: 'day', desc: true },
  remark: () => 'Entered more than 48 hours after the pay period closed. Paid with the next payroll run.',
  totals: lineTotals,
  columns: [
    ...lineColumns<LineRow>(),
    {
      ...{ id: 'approved', header: 'Approved', width: '6.5rem', only: 'wide' },
      value: ({ is_approved }) => (is_approved ? 'Yes' : 'Not yet'),
    },
  ],
  why: whyOf,
  rowHeight: 52,
  empty: {
    title: 'No late lines',
    help: 'Try other dates. Sessions entered more than 48 hours after their pay period closed appear here.',
    filtered: 'No late lines match these filters.',
  },
});
