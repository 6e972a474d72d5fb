import { BadgeCheck } from 'lucide-react';
import type { ApprovedSum, ApprovedSums } from '#contract/billing-reports.ts';
import { signed } from '#contract/report-files/file-cells.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { countedOf } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { lastMonth, validId } from './billing-days.ts';
import { APPROVED_FILTERS } from './billing-filters.ts';
import { approvalWords } from './line-words.ts';

interface Asked {
  start_date: string;
  end_date: string;
  service: string | undefined;
}
type Row = ApprovedSum & { asked: Asked };
type Figure = 'sessions' | 'paid_minutes' | 'billed_minutes' | 'amount_cents' | 'blocked';

const sum = (rows: readonly ApprovedSum[], figure: Figure) =>
  rows.reduce((total, row) => total + row[figure], 0);

/** Approved sessions by provider: what payroll counts beside what clients are billed. */
export const approvedPayroll = defineReport(APPROVED_FILTERS, {
  ...{ id: 'approved-payroll-billing', title: 'Approved Payroll', label: 'Approved Payroll' },
  rows: fromServer({
    name: 'approved sessions',
    async ask(api, { from, to, service }) {
      const asked: Asked = { start_date: from, end_date: to, service: validId(service) };
      return { ...(await api.call('billing.sum-approved', { query: asked })), asked };
    },
    rows: ({ sums, asked }: ApprovedSums & { asked: Asked }): Row[] => sums.map((one) => ({ ...one, asked })),
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ provider }) => provider,
  rowName: ({ provider_name }) => provider_name,
  opens: ({ provider }) => provider,
  days: lastMonth,
  filters: {
    service: { label: 'Service', choices: ({ services }) => services },
    search: { label: 'Search', words: ({ provider_name }) => provider_name },
  },
  sort: { id: 'provider', desc: false },
  remark: (shown, all) => countedOf(shown.length, all.length, 'provider'),
  totals: (rows) => [
    ['Approved sessions', sum(rows, 'sessions')],
    ['Paid time', hoursText(sum(rows, 'paid_minutes'))],
    ['Billed time', hoursText(sum(rows, 'billed_minutes'))],
    ['Amount', moneyText(sum(rows, 'amount_cents'))],
  ],
  columns: [
    { id: 'provider', header: 'Provider', value: ({ provider_name }) => provider_name },
    {
      ...{ id: 'sessions', header: 'Approved sessions', kind: 'number', width: '10rem', tightWidth: '8rem' },
      value: ({ sessions }) => sessions,
      total: (rows) => sum(rows, 'sessions'),
    },
    {
      ...{ id: 'paid', header: 'Paid time', kind: 'duration', width: '7.5rem' },
      value: ({ paid_minutes }) => paid_minutes,
      total: (rows) => sum(rows, 'paid_minutes'),
    },
    {
      ...{ id: 'billed', header: 'Billed time', kind: 'duration', width: '7.5rem' },
      value: ({ billed_minutes }) => billed_minutes,
      total: (rows) => sum(rows, 'billed_minutes'),
    },
    {
      ...{
        id: 'difference',
        header: 'Billed − paid (minutes)',
        kind: 'difference',
        width: '11.5rem',
        only: 'wide',
      },
      value: ({ billed_minutes, paid_minutes }) => billed_minutes - paid_minutes,
      total: (rows) => signed(sum(rows, 'billed_minutes') - sum(rows, 'paid_minutes')),
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: '8.5rem' },
      value: ({ amount_cents }) => amount_cents,
      total: (rows) => sum(rows, 'amount_cents'),
    },
    {
      ...{ id: 'blocked', header: 'To resolve', kind: 'number', width: '6.5rem', only: 'wide' },
      value: ({ blocked }) => blocked,
      total: (rows) => sum(rows, 'blocked'),
    },
  ],
  why: (row, column) =>
    column === 'amount' || column === 'billed'
      ? () => ({
          title: `Approved sessions, ${row.provider_name}`,
          rule: 'A group session is billed for each student but paid once, so billed time can be higher than paid time.',
          async parts(api) {
            const { lines } = await api.call('billing.list-lines', {
              query: { ...row.asked, provider: row.provider },
            });
            const sums = new Map<string, number>();
            for (const line of lines.filter(({ is_approved }) => is_approved)) {
              const by = approvalWords(line);
              sums.set(by, (sums.get(by) ?? 0) + (column === 'amount' ? line.amount_cents : line.minutes));
            }
            return [...sums].map(([by, figure]) => ({
              ...{ id: by, label: by, figure: column === 'amount' ? moneyText(figure) : hoursText(figure) },
            }));
          },
        })
      : null,
  empty: {
    ...{ icon: BadgeCheck, title: 'No approved sessions on these days' },
    help: 'Sessions appear here once their timesheet is approved.',
    filtered: 'No providers match these filters.',
  },
});
