import { Building2, type LucideIcon, MapPin, UsersRound } from 'lucide-react';
import type { BillingSum, BillingSums } from '#contract/billing-reports.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted, countedOf } from '#domain/text/counted.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { lastMonth, validId } from './billing-days.ts';
import { SUM_FILTERS } from './billing-filters.ts';
import { rateParts } from './line-words.ts';

type SumCall = 'billing.sum-clients' | 'billing.sum-providers' | 'billing.sum-locations';
/** The query of the lines that a sum is made of. */
type Subject = 'client' | 'provider' | 'location';

interface Asked {
  start_date: string;
  end_date: string;
  service: string | undefined;
}
export type SumRow = BillingSum & { asked: Asked };

interface SumsOf {
  id: string;
  title: string;
  call: SumCall;
  subject: Subject;
  /** Column heading for a row's name, and the text below it. */
  head: string;
  groupHead: string | null;
  nouns: readonly [one: string, many: string];
  icon: LucideIcon;
}

/** What is open of a row, where something is. */
function Open({ row }: { row: SumRow }) {
  const { blocked, unapproved, late } = row;
  if (blocked + unapproved + late === 0) return <span className="text-muted-foreground">Nothing</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {blocked > 0 && <Badge variant="warning">{blocked.toLocaleString('en-US')} to resolve</Badge>}
      {unapproved > 0 && <Badge variant="outline">{unapproved.toLocaleString('en-US')} not approved</Badge>}
      {late > 0 && <Badge variant="neutral">{late.toLocaleString('en-US')} late</Badge>}
    </span>
  );
}

function openWords({ blocked, unapproved, late }: BillingSum): string {
  return [
    ...(blocked > 0 ? [`${counted(blocked, 'line')} to resolve`] : []),
    ...(unapproved > 0 ? [`${unapproved.toLocaleString('en-US')} not approved`] : []),
    ...(late > 0 ? [`${late.toLocaleString('en-US')} late`] : []),
  ].join(', ');
}

type Figure = 'sessions' | 'minutes' | 'amount_cents' | 'invoiced_cents' | 'open_cents';
const sum = (rows: readonly BillingSum[], figure: Figure | 'blocked') =>
  rows.reduce((total, row) => total + row[figure], 0);

/** The lines of a row that a figure is made of. */
async function partsOf(api: ApiClient, { id, asked }: SumRow, subject: Subject, column: string) {
  const { lines } = await api.call('billing.list-lines', {
    query: { ...asked, ...(id === 'none' ? {} : { [subject]: id }) },
  });
  return rateParts(
    lines.filter(
      (line) =>
        (id !== 'none' || line[subject] === null) &&
        (column === 'amount' || (line.invoice !== null) === (column === 'invoiced')),
    ),
  );
}

const MONEY = { amount: 'amount_cents', invoiced: 'invoiced_cents', open: 'open_cents' } as const;
const HEADS = { amount: 'Amount', invoiced: 'Invoiced', open: 'To invoice' } as const;

/** A report that adds up the lines of some days by client, provider, or location. */
const sumsIn = ({ id, title, call, subject, head, groupHead, nouns, icon }: SumsOf) =>
  defineReport(SUM_FILTERS, {
    ...{ id, title, label: title },
    rows: fromServer({
      name: nouns[1],
      async ask(api, { from, to, service }) {
        const asked: Asked = { start_date: from, end_date: to, service: validId(service) };
        return { ...(await api.call(call, { query: asked })), asked };
      },
      rows: ({ sums, asked }: BillingSums & { asked: Asked }): SumRow[] =>
        sums.map((one) => ({ ...one, asked })),
      asOf: ({ as_of }) => as_of,
      unsynced: ({ unsynced }) => unsynced,
    }),
    rowId: (row) => row.id,
    rowName: (row) => row.name,
    opens: (row) => row.id,
    rowHeight: 52,
    tightRowHeight: 60,
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
      search: { label: 'Search', words: (row) => `${row.name} ${row.group}` },
    },
    sort: { id: 'name', desc: false },
    remark: (shown, all) => countedOf(shown.length, all.length, ...nouns),
    totals: (rows) => [
      ['Amount', moneyText(sum(rows, 'amount_cents'))],
      ['Invoiced', moneyText(sum(rows, 'invoiced_cents'))],
      ['To invoice', moneyText(sum(rows, 'open_cents'))],
      ['Lines to resolve', sum(rows, 'blocked')],
    ],
    columns: [
      {
        ...{ id: 'name', header: head },
        value: ({ name }) => name,
        cell: ({ name, group }) => <TwoLines first={name} second={group} />,
      },
      ...(groupHead === null
        ? []
        : [{ id: 'group', header: groupHead, only: 'file' as const, value: ({ group }: SumRow) => group }]),
      {
        ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.5rem', only: 'wide' },
        value: ({ sessions }) => sessions,
        // A group session can have several lines, but it belongs to one row.
        total: (rows) => sum(rows, 'sessions'),
      },
      {
        ...{ id: 'minutes', header: 'Billed time', kind: 'duration', width: '7.5rem', only: 'wide' },
        value: ({ minutes }) => minutes,
        total: (rows) => sum(rows, 'minutes'),
      },
      ...(['amount', 'invoiced', 'open'] as const).map((column) => ({
        ...{ id: column, header: HEADS[column], kind: 'money' as const, width: '8.5rem', tightWidth: '7rem' },
        ...(column === 'invoiced' && { only: 'wide' as const }),
        value: (row: SumRow) => row[MONEY[column]],
        total: (rows: readonly SumRow[]) => sum(rows, MONEY[column]),
      })),
      {
        ...{ id: 'open-tasks', header: 'To resolve', width: '15rem', tightWidth: '9rem' },
        value: openWords,
        sortBy: ({ blocked }) => blocked,
        cell: (row) => <Open row={row} />,
      },
    ],
    why: (row, column) =>
      column === 'amount' || column === 'invoiced' || column === 'open'
        ? () => ({
            title: `${HEADS[column]}, ${row.name}`,
            rule: 'Each line is minutes × hourly rate, rounded half up to the cent. Open the row for its sessions.',
            parts: (api) => partsOf(api, row, subject, column),
          })
        : null,
    empty: {
      ...{ icon, title: `No ${nouns[1]} on these days` },
      help: 'Try other dates. Sessions are listed here with the amount billed.',
      filtered: `No ${nouns[1]} match these filters.`,
    },
  });

export const clientBilling = sumsIn({
  ...{ id: 'client-billing', title: 'Client Billing', call: 'billing.sum-clients', subject: 'client' },
  ...{ head: 'Client', groupHead: 'District', nouns: ['client', 'clients'], icon: Building2 },
});
export const providerBilling = sumsIn({
  ...{
    id: 'provider-billing',
    title: 'Provider Billing',
    call: 'billing.sum-providers',
    subject: 'provider',
  },
  ...{ head: 'Provider', groupHead: null, nouns: ['provider', 'providers'], icon: UsersRound },
});
export const locationBilling = sumsIn({
  ...{
    id: 'location-billing',
    title: 'Location Billing',
    call: 'billing.sum-locations',
    subject: 'location',
  },
  ...{ head: 'Location', groupHead: 'Client', nouns: ['location', 'locations'], icon: MapPin },
});
