import type { GroupedClient } from '#contract/reports.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { distinctChoices, type FileColumn, type Unsynced } from './file-report.ts';

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
/** Delivered in whole percent of planned. */
export const percentOf = (row: Delivered) => deliveredPercent(row.delivered_minutes, row.planned_minutes);

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

/** The month until today. */
export function monthUntil(today: string): { from: string; to: string } {
  return { from: `${today.slice(0, 7)}-01`, to: today };
}

/** Planned, delivered, and what is missing; `hasMoney` adds what is billed. */
export function deliveryColumns<Row extends Delivered>(hasMoney: boolean): FileColumn<Row>[] {
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
    },
    {
      ...{ id: 'percent', header: '%', kind: 'number', width: '3.75rem' },
      value: percentOf,
      total: (rows) => percentOf(summed(rows)),
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

function amountColumn<Row extends Delivered>(): FileColumn<Row> {
  return {
    ...{ id: 'amount', header: 'Amount', kind: 'money', width: '8rem' },
    value: ({ amount_cents }) => amount_cents,
    total: (rows) => sumOf(rows, ({ amount_cents }) => amount_cents ?? 0),
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
