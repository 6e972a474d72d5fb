import { BadgeCheck } from 'lucide-react';
import { approvedBillingFile } from '#contract/report-files/approved-billing-file.ts';
import { wholeLines } from '#contract/report-files/billing-line-file.ts';
import { approvalWords } from '#contract/report-files/billing-line-words.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { countedOf } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { defineReport } from '#screens/report/define-report.ts';
import { APPROVED_FILTERS } from './billing-filters.ts';

/** Approved sessions by provider: what payroll counts beside what clients are billed. */
export const approvedPayroll = defineReport(APPROVED_FILTERS, {
  ...approvedBillingFile,
  rowName: ({ provider_name }) => provider_name,
  opens: ({ provider }) => provider,
  remark: (shown, all) => countedOf(shown.length, all.length, 'provider'),
  totals: (rows) => [
    ['Approved sessions', sumOf(rows, ({ sessions }) => sessions)],
    ['Paid time', hoursText(sumOf(rows, ({ paid_minutes }) => paid_minutes))],
    ['Billed time', hoursText(sumOf(rows, ({ billed_minutes }) => billed_minutes))],
    ['Amount', moneyText(sumOf(rows, ({ amount_cents }) => amount_cents))],
  ],
  why: (row, column) =>
    column === 'amount' || column === 'billed'
      ? () => ({
          title: `Approved sessions, ${row.provider_name}`,
          rule: 'A group session is billed for each student but paid once, so billed time can be higher than paid time.',
          async parts(api) {
            const { lines } = await wholeLines(api, { ...row.asked, provider: row.provider });
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
