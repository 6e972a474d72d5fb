import type { GroupedClient } from '#contract/reports.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { distinctChoices, type ReportColumn, type Unsynced } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';

/** The figures of a service in some days. */
export type Delivered = Pick<
  GroupedClient,
  'sessions' | 'missed' | 'planned_minutes' | 'delivered_minutes' | 'amount_cents' | 'unbillable'
>;

export function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

/** The figures of several services together. */
export function summed(rows: readonly Delivered[]): Delivered {
  const amounts = rows.flatMap(({ amount_cents }) => amount_cents ?? []);
  return {
    sessions: sumOf(rows, ({ sessions }) => sessions),
    missed: sumOf(rows, ({ missed }) => missed),
    planned_minutes: sumOf(rows, ({ planned_minutes }) => planned_minutes),
    delivered_minutes: sumOf(rows, ({ delivered_minutes }) => delivered_minutes),
    amount_cents: amounts.length === 0 ? null : sumOf(amounts, (cents) => cents),
    unbillable: sumOf(rows, ({ unbillable }) => unbillable),
  };
}

const difference = (row: Delivered) => row.delivered_minutes - row.planned_minutes;
const percent = (row: Delivered) => deliveredPercent(row.delivered_minutes, row.planned_minutes);

/** Totals over the rows that are shown. */
export function deliveryTotals(rows: readonly Delivered[]): [string, number | string][] {
  const all = summed(rows);
  const share = percent(all);
  return [
    ['Planned', hoursText(all.planned_minutes)],
    ['Delivered', hoursText(all.delivered_minutes)],
    ...(share === null ? [] : [['Of the plan', `${share}%`] as [string, string]]),
    ['Sessions', all.sessions],
    ['Missed', all.missed],
    ...(all.amount_cents === null ? [] : [['Amount', moneyText(all.amount_cents)] as [string, string]]),
  ];
}

type Paid = Pick<GroupedClient, 'group' | 'group_name' | 'service' | 'service_name'>;

/** The filters by the paying group and by service. */
export const paidFilters = {
  group: {
    label: 'Group',
    choices: (_: unknown, rows: readonly Paid[]) =>
      distinctChoices(rows.map(({ group, group_name }) => [group ?? '', group_name])),
    matches: ({ group }: Paid, id: string) => group === id,
  },
  service: {
    label: 'Service',
    choices: (_: unknown, rows: readonly Paid[]) =>
      distinctChoices(rows.map(({ service, service_name }) => [service, service_name])),
    matches: ({ service }: Paid, id: string) => service === id,
  },
};

/** How reports of deliveries open, and how high their rows are. */
export const deliveryDefaults = {
  days: (today: string) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
  rowHeight: 48,
  tightRowHeight: 64,
};

/** Planned, delivered, and what is missing; `hasMoney` adds what is billed. */
export function deliveryColumns<Row extends Delivered>(hasMoney: boolean): ReportColumn<Row>[] {
  return [
    {
      ...{ id: 'planned', header: 'Planned', kind: 'duration', width: '5.75rem', only: 'wide' },
      value: ({ planned_minutes }) => planned_minutes,
      total: (rows) => sumOf(rows, ({ planned_minutes }) => planned_minutes),
    },
    {
      ...{ id: 'delivered', header: 'Delivered', kind: 'duration', width: '6rem' },
      value: ({ delivered_minutes }) => delivered_minutes,
      total: (rows) => sumOf(rows, ({ delivered_minutes }) => delivered_minutes),
      cell: ({ delivered_minutes, planned_minutes }, { isTight }) =>
        isTight ? (
          <TwoLines first={hoursText(delivered_minutes)} second={`of ${hoursText(planned_minutes)}`} />
        ) : (
          hoursText(delivered_minutes)
        ),
    },
    {
      ...{ id: 'percent', header: '%', kind: 'number', width: '3.75rem' },
      value: percent,
      total: (rows) => percent(summed(rows)),
    },
    {
      ...{ id: 'difference', header: 'Difference (min)', kind: 'difference', only: 'file' },
      value: difference,
      total: (rows) => sumOf(rows, difference),
    },
    {
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.25rem' },
      value: ({ sessions }) => sessions,
      total: (rows) => sumOf(rows, ({ sessions }) => sessions),
    },
    {
      ...{ id: 'missed', header: 'Missed', kind: 'number', width: '5.25rem' },
      value: ({ missed }) => missed,
      total: (rows) => sumOf(rows, ({ missed }) => missed),
    },
    ...(hasMoney ? [amountColumn<Row>()] : []),
  ];
}

function amountColumn<Row extends Delivered>(): ReportColumn<Row> {
  const words = (cents: number) => moneyText(cents);
  return {
    ...{ id: 'amount', header: 'Amount', kind: 'money', width: '8rem' },
    value: ({ amount_cents }) => amount_cents,
    total: (rows) => sumOf(rows, ({ amount_cents }) => amount_cents ?? 0),
    cell: ({ amount_cents, unbillable }) =>
      amount_cents === null ? (
        ''
      ) : (
        <TwoLines
          first={words(amount_cents)}
          second={
            unbillable > 0 && (
              <span className="text-warning">{counted(unbillable, 'session')} not billable yet</span>
            )
          }
        />
      ),
  };
}

/** Whose changes an answer of the reports lacks. */
export function unsyncedOf({
  unsynced,
}: {
  unsynced: readonly { user_id: string; name: string; changes: number; since: string | null }[];
}): Unsynced[] {
  return unsynced.map(({ user_id, ...person }) => ({ id: user_id, ...person }));
}
