import { type Delivered, percentOf, summed } from '#contract/report-files/delivery-figures.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import type { CellTools } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';

/** Totals over the rows that are shown. */
export function deliveryTotals(rows: readonly Delivered[]): [string, number | string][] {
  const all = summed(rows);
  const share = percentOf(all);
  return [
    ['Planned', hoursText(all.planned_minutes)],
    ['Delivered', hoursText(all.delivered_minutes)],
    ...(share === null ? [] : [['Of the plan', `${share}%`] as [string, string]]),
    ['Sessions', all.sessions],
    ['Missed', all.missed],
    ...(all.amount_cents === null ? [] : [['Amount', moneyText(all.amount_cents)] as [string, string]]),
  ];
}

/** How high the rows of reports of deliveries are. */
export const deliveryHeights = { rowHeight: 48, tightRowHeight: 64 };

/** What the screen shows in the columns of deliveries. */
export const deliveryCells = {
  delivered: ({ delivered_minutes, planned_minutes }: Delivered, { isTight }: CellTools) =>
    isTight ? (
      <TwoLines first={hoursText(delivered_minutes)} second={`of ${hoursText(planned_minutes)}`} />
    ) : (
      hoursText(delivered_minutes)
    ),
  amount: ({ amount_cents, unbillable }: Delivered) =>
    amount_cents === null ? (
      ''
    ) : (
      <TwoLines
        first={moneyText(amount_cents)}
        second={
          unbillable > 0 && (
            <span className="text-warning">{counted(unbillable, 'session')} not billable yet</span>
          )
        }
      />
    ),
};
