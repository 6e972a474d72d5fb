import type { GroupedClient } from '#contract/reports.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import {
  type Choice,
  distinctChoices,
  type FileColumn,
  type FileFilter,
  type FileSums,
  fileSumsOf,
} from './file-report.ts';

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

/** The filter by the paying group. */
export const groupFilter: FileFilter<Pick<GroupedClient, 'group' | 'group_name'>> = {
  label: 'Group',
  choices: (_, rows) => distinctChoices(rows.map(({ group, group_name }) => [group ?? '', group_name])),
  matches: ({ group }, id) => group === id,
};

/** A filter by what rows have an id and a name of, among those of the rows. */
function filterBy<Row>(
  label: string,
  idOf: (row: Row) => string | null,
  nameOf: (row: Row) => string,
): Required<Pick<FileFilter<Row>, 'label' | 'choices' | 'matches'>> {
  return {
    label,
    choices: (_, rows) =>
      distinctChoices(
        rows.flatMap((row) => {
          const id = idOf(row);
          return id === null ? [] : [[id, nameOf(row)] as const];
        }),
      ),
    matches: (row, held) => idOf(row) === held,
  };
}

export const serviceFilter = filterBy(
  'Service',
  ({ service }: { service: string | null; service_name: string }) => service,
  ({ service_name }) => service_name,
);
export const clientFilter = filterBy(
  'Client',
  ({ client }: { client: string | null; client_name: string }) => client,
  ({ client_name }) => client_name,
);
/** What rows without a client, service, or location are called in the address. */
export const NONE = 'none';
export const NO_CLIENT: Choice = { id: NONE, name: 'No client' };

export const providerFilter = filterBy(
  'Provider',
  ({ provider }: { provider: string | null; provider_name: string }) => provider,
  ({ provider_name }) => provider_name,
);

/** Whose work a row is. */
interface OfProvider {
  provider: string;
  provider_name: string;
}

export const providerColumn = {
  ...{ id: 'provider', header: 'Provider' },
  value: ({ provider_name }: OfProvider) => provider_name,
};

/** The rows of each provider in one, by name, with figures of all of them. */
export function sumsByProvider<Row extends OfProvider, Figures extends object>(
  rows: readonly Row[],
  figuresOf: (own: readonly Row[]) => Figures,
): (OfProvider & Figures)[] {
  return [...groupedBy(rows, ({ provider }) => provider)]
    .map(([provider, own]) => ({
      ...{ provider, provider_name: own[0]?.provider_name ?? '' },
      ...figuresOf(own),
    }))
    .sort((a, b) => a.provider_name.localeCompare(b.provider_name));
}

/** The table of providers above the rows, which `sumsByProvider` makes. */
export function providerSums<Row, Sum extends OfProvider>({
  columns,
  ...sums
}: Pick<FileSums<Row, Sum>, 'label' | 'rows' | 'columns'>): FileSums<Row, object> {
  return fileSumsOf({
    ...sums,
    sheet: 'Providers',
    rowId: ({ provider }: Sum) => provider,
    columns: [providerColumn, ...columns],
  });
}

/** A report of one row for each provider, over a month: what its table is named by and opens on. */
export const perProvider = {
  rowId: ({ provider }: OfProvider) => provider,
  days: monthUntil,
};

/** The search by a provider's name. */
export const providerSearch: FileFilter<OfProvider> = {
  ...{ label: 'Search', placeholder: 'Provider' },
  words: ({ provider_name }) => provider_name,
};

/**
 * Columns of counts with their sums.
 * @param onTablets the ids of those that a tablet has room for
 */
export function countColumns<Row, Id extends string>(
  figures: readonly (readonly [id: Id, header: string])[],
  figureOf: (row: Row, id: Id) => number,
  { width, onTablets }: { width: string; onTablets: readonly string[] },
): FileColumn<Row>[] {
  return figures.map(([id, header]) => ({
    ...{ id, header, kind: 'number', width },
    ...(!onTablets.includes(id) && { only: 'wide' }),
    value: (row) => figureOf(row, id),
    total: (rows) => sumOf(rows, (row) => figureOf(row, id)),
  }));
}

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
      ...{ id: 'delivered', header: 'Delivered', kind: 'duration', width: '6.75rem', tightWidth: '6rem' },
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
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.25rem', tightWidth: '5.25rem' },
      value: ({ sessions }) => sessions,
      total: (rows) => sumOf(rows, ({ sessions }) => sessions),
    },
    {
      ...{ id: 'missed', header: 'Missed', kind: 'number', width: '5.75rem', tightWidth: '5.25rem' },
      value: ({ missed }) => missed,
      total: (rows) => sumOf(rows, ({ missed }) => missed),
    },
    ...(hasMoney ? [amountColumn<Row>()] : []),
  ];
}

function amountColumn<Row extends Delivered>(): FileColumn<Row> {
  return {
    ...{ id: 'amount', header: 'Amount', kind: 'money', width: '8rem', tightWidth: '7rem' },
    value: ({ amount_cents }) => amount_cents,
    total: (rows) => sumOf(rows, ({ amount_cents }) => amount_cents ?? 0),
  };
}
