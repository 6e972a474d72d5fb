import { UsersRound } from 'lucide-react';
import { NONE } from '#contract/report-files/delivery-figures.ts';
import { groupedPayFile, paySumOf } from '#contract/report-files/grouped-pay-file.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { hoursText } from '#domain/time/duration.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { missingRateRemark } from './line-rows.ts';
import { GROUPED_PAY_FILTERS } from './payroll-filters.ts';

/** What a pay period pays by team, provider, client, and service. */
export const groupedPay = defineReport(GROUPED_PAY_FILTERS, {
  ...groupedPayFile,
  opens: ({ provider, from, to, client, service }) =>
    `${provider} ${from} ${to} ${client ?? NONE} ${service ?? NONE}`,
  keepsPeriod: true,
  opensClosed: true,
  remark: (shown) => missingRateRemark(paySumOf(shown).missing_rates),
  totals(rows) {
    const { minutes, amount_cents } = paySumOf(rows);
    return [
      ['Providers', new Set(rows.map(({ provider }) => provider)).size],
      ['Hours', hoursText(minutes)],
      ['Amount', moneyText(amount_cents)],
    ];
  },
  columns: withCells(groupedPayFile.columns, {
    provider: ({ provider_name, group_name }) => <TwoLines first={provider_name} second={group_name} />,
  }),
  rowHeight: 52,
  empty: {
    ...{ icon: UsersRound, title: 'Nothing to pay' },
    help: 'Try another pay period. Rows appear once providers have sessions or a timecard.',
    filtered: 'No rows match these filters.',
  },
});
