import type { BillingSum, BillingSums } from '#contract/billing-reports.ts';
import { lastMonth } from '#domain/reports/report-days.ts';
import { counted } from '#domain/text/counted.ts';
import { sumOf } from './delivery-figures.ts';
import { type Asked, type FileColumn, fileReport } from './file-report.ts';
import { daysQuery, headedSource, validId } from './headed-source.ts';

/** The query of the lines that a sum is made of. */
interface AskedLines {
  start_date: string;
  end_date: string;
  service: string | undefined;
}

/** What a row adds up, with the days and the service that its lines are of. */
export type BillingSumRow = BillingSum & { asked: AskedLines };

/** The days and the service that are asked about. */
export function linesAsked(asked: Asked): AskedLines {
  return { ...daysQuery(asked), service: validId(asked.service) };
}

interface SumsOf {
  id: string;
  title: string;
  call: 'billing.sum-clients' | 'billing.sum-providers' | 'billing.sum-locations';
  /** Column heading for a row's name, and for what it belongs to. */
  head: string;
  groupHead: string | null;
  /** What many rows are called. */
  many: string;
}

/** "3 lines to resolve, 2 not approved": what is left to do; empty if nothing is. */
function openWords({ blocked, unapproved, late }: BillingSum): string {
  return [
    ...(blocked > 0 ? [`${counted(blocked, 'line')} to resolve`] : []),
    ...(unapproved > 0 ? [`${unapproved.toLocaleString('en-US')} not approved`] : []),
    ...(late > 0 ? [`${late.toLocaleString('en-US')} late`] : []),
  ].join(', ');
}

const MONEY = { amount: 'amount_cents', invoiced: 'invoiced_cents', open: 'open_cents' } as const;
export const MONEY_HEADS = { amount: 'Amount', invoiced: 'Invoiced', open: 'To invoice' } as const;
/** The columns of amounts: `invoiced` and `open` together are `amount`. */
type MoneyColumn = keyof typeof MONEY;
export const MONEY_COLUMNS: readonly MoneyColumn[] = ['amount', 'invoiced', 'open'];

/** A report that adds up the lines of some days by client, provider, or location. */
const sumsFile = ({ id, title, call, head, groupHead, many }: SumsOf) =>
  fileReport({
    ...{ id, title, label: title },
    rows: headedSource({
      name: many,
      async ask(api, days) {
        const asked = linesAsked(days);
        return { ...(await api.call(call, { query: asked })), asked };
      },
      rows: ({ sums, asked }: BillingSums & { asked: AskedLines }): readonly BillingSumRow[] =>
        sums.map((one) => ({ ...one, asked })),
    }),
    rowId: (row) => row.id,
    days: lastMonth,
    filters: {
      service: { label: 'Service', choices: ({ services }) => services },
      show: {
        label: 'Show',
        choices: () => [
          { id: 'blocked', name: 'With something to resolve' },
          { id: 'open', name: 'With something to invoice' },
          { id: 'late', name: 'With late lines' },
        ],
        matches: (row, held) =>
          held === 'blocked' ? row.blocked > 0 : held === 'late' ? row.late > 0 : row.open_cents !== 0,
      },
      search: { label: 'Search', placeholder: 'Name', words: (row) => `${row.name} ${row.group}` },
    },
    sort: { id: 'name', desc: false },
    columns: [
      { ...{ id: 'name', header: head }, value: ({ name }) => name },
      ...(groupHead === null
        ? []
        : [
            {
              ...{ id: 'group', header: groupHead, only: 'file' as const },
              value: ({ group }: BillingSumRow) => group,
            },
          ]),
      {
        ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.5rem', only: 'wide' },
        value: ({ sessions }) => sessions,
        // A group session can have several lines, but it belongs to one row.
        total: (rows) => sumOf(rows, ({ sessions }) => sessions),
      },
      {
        ...{ id: 'minutes', header: 'Billed time', kind: 'duration', width: '7.5rem', only: 'wide' },
        value: ({ minutes }) => minutes,
        total: (rows) => sumOf(rows, ({ minutes }) => minutes),
      },
      ...MONEY_COLUMNS.map(
        (column): FileColumn<BillingSumRow> => ({
          ...{ id: column, header: MONEY_HEADS[column], kind: 'money', width: '8.5rem', tightWidth: '7rem' },
          ...(column === 'invoiced' && { only: 'wide' }),
          value: (row) => row[MONEY[column]],
          total: (rows) => sumOf(rows, (row) => row[MONEY[column]]),
        }),
      ),
      {
        ...{ id: 'open-tasks', header: 'To resolve', width: '15rem', tightWidth: '9rem' },
        value: openWords,
        sortBy: ({ blocked }) => blocked,
      },
    ],
  });

export const clientBillingFile = sumsFile({
  ...{ id: 'client-billing', title: 'Client Billing', call: 'billing.sum-clients' },
  ...{ head: 'Client', groupHead: 'District', many: 'clients' },
});
export const providerBillingFile = sumsFile({
  ...{ id: 'provider-billing', title: 'Provider Billing', call: 'billing.sum-providers' },
  ...{ head: 'Provider', groupHead: null, many: 'providers' },
});
export const locationBillingFile = sumsFile({
  ...{ id: 'location-billing', title: 'Location Billing', call: 'billing.sum-locations' },
  ...{ head: 'Location', groupHead: 'Client', many: 'locations' },
});
