import { Wallet } from 'lucide-react';
import { paySumOf } from '#contract/report-files/grouped-pay-file.ts';
import { payLineCall, payLineQuery, wholePayLines } from '#contract/report-files/pay-line-file.ts';
import {
  missingRates,
  type ProviderPayRow,
  providerPayFile,
} from '#contract/report-files/provider-pay-file.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { dayParts, missingRateRemark } from './line-rows.ts';
import { PAY_FILTERS } from './payroll-filters.ts';

/** The days and lines that a provider's figure is the sum of. */
function whyOf(row: ProviderPayRow, show: 'approved' | 'unapproved'): Why {
  const sum = row[show];
  return {
    title: `${show === 'approved' ? 'Approved' : 'Not approved'}, ${row.provider_name}`,
    rule: `The sum of ${counted(sum.lines, 'pay line')}, including ${moneyText(sum.premium_cents)} for premiums and ${moneyText(sum.extra_cents)} for mileage and paid time off.`,
    async parts(api) {
      const { from, to, provider } = row;
      const answer = await wholePayLines(api, payLineCall(show), payLineQuery({ from, to, provider }));
      return dayParts([answer], ({ lines, missing_rates, amount_cents }) =>
        missing_rates === lines ? 'No rate' : moneyText(amount_cents),
      );
    },
  };
}

/** What each provider is paid for a pay period, approved and not. */
export const payByProvider = defineReport(PAY_FILTERS, {
  ...providerPayFile,
  opens: ({ provider, from, to }) => `${provider} ${from} ${to}`,
  keepsPeriod: true,
  opensClosed: true,
  remark: (shown) => missingRateRemark(shown.reduce((sum, row) => sum + missingRates(row), 0)),
  totals(rows) {
    const approved = paySumOf(rows.map((row) => row.approved));
    const unapproved = paySumOf(rows.map((row) => row.unapproved));
    return [
      ['Providers', rows.length],
      ['Approved', moneyText(approved.amount_cents)],
      ['Not approved yet', moneyText(unapproved.amount_cents)],
      ['Hours', hoursText(approved.minutes + unapproved.minutes)],
    ];
  },
  columns: withCells(providerPayFile.columns, {
    provider: (row) => (
      <TwoLines
        first={
          <>
            {row.provider_name}
            {missingRates(row) > 0 && (
              <Badge variant="destructive" className="ml-2">
                No pay rate
              </Badge>
            )}
          </>
        }
        second={employmentLabel(row.emp)}
      />
    ),
  }),
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
