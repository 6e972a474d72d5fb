import { UsersRound } from 'lucide-react';
import type { GroupedPay } from '#contract/payroll.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { addedSums, type PaySum } from '#domain/payroll/pay-line.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { hoursText } from '#domain/time/duration.ts';
import {
  defineReport,
  distinctChoices,
  fromServer,
  sumsOf,
  type Unsynced,
} from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { missingRateRemark } from './line-rows.ts';
import { GROUPED_PAY_FILTERS } from './payroll-filters.ts';

const NO_GROUP = 'none';
const groupOf = ({ group }: GroupedPay) => group ?? NO_GROUP;

interface Team extends PaySum {
  id: string;
  name: string;
  providers: number;
}

const NOTHING: PaySum = { lines: 0, minutes: 0, amount_cents: 0, premium_cents: 0, missing_rates: 0 };
const sumOf = (rows: readonly PaySum[]) => rows.reduce(addedSums, NOTHING);

/** The rows by team; every row is in one. */
function teams(rows: readonly GroupedPay[]): Team[] {
  return [...groupedBy(rows, groupOf)]
    .map(([id, own]) => ({
      ...{ id, name: own[0]?.group_name ?? '' },
      providers: new Set(own.map(({ provider }) => provider)).size,
      ...sumOf(own),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

interface Answer {
  as_of: string;
  rows: readonly GroupedPay[];
  unsynced: readonly Unsynced[];
  from: string;
  to: string;
}

interface Row extends GroupedPay {
  from: string;
  to: string;
}

/** What a pay period pays by team, provider, client, and service. */
export const groupedPay = defineReport(GROUPED_PAY_FILTERS, {
  id: 'grouped-providers',
  title: 'Grouped Providers Report',
  label: 'Pay by provider, client, and service',
  rows: fromServer({
    name: 'grouped providers',
    ask: async (api, { from, to }): Promise<Answer> => ({
      ...(await api.call('payroll.list-groups', { query: { start_date: from, end_date: to } })),
      ...{ from, to },
    }),
    rows: ({ rows, from, to }: Answer) => rows.map((row): Row => ({ ...row, from, to })),
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ provider, client, service }) => `${provider} ${client} ${service}`,
  opens: ({ provider, from, to }) => `${provider} ${from} ${to}`,
  keepsPeriod: true,
  opensClosed: true,
  filters: {
    group: {
      label: 'Team',
      choices: (_, rows) => distinctChoices(rows.map((row) => [groupOf(row), row.group_name])),
      matches: (row, id) => groupOf(row) === id,
    },
    provider: {
      label: 'Provider',
      choices: (_, rows) =>
        distinctChoices(rows.map(({ provider, provider_name }) => [provider, provider_name])),
      matches: ({ provider }, id) => provider === id,
    },
    client: {
      label: 'Client',
      choices: (_, rows) =>
        distinctChoices(
          rows.flatMap(({ client, client_name }) => (client === null ? [] : [[client, client_name]])),
        ),
      matches: ({ client }, id) => client === id,
    },
    service: {
      label: 'Service',
      choices: (_, rows) =>
        distinctChoices(
          rows.flatMap(({ service, service_name }) => (service === null ? [] : [[service, service_name]])),
        ),
      matches: ({ service }, id) => service === id,
    },
  },
  sort: { id: 'provider', desc: false },
  remark: (shown) => missingRateRemark(sumOf(shown).missing_rates),
  totals(rows) {
    const { minutes, amount_cents } = sumOf(rows);
    return [
      ['Providers', new Set(rows.map(({ provider }) => provider)).size],
      ['Hours', hoursText(minutes)],
      ['Amount', moneyText(amount_cents)],
    ];
  },
  sums: sumsOf<GroupedPay, Team>({
    label: 'Pay by team',
    sheet: 'Teams',
    rows: teams,
    rowId: ({ id }) => id,
    columns: [
      { id: 'team', header: 'Team', value: ({ name }) => name },
      {
        ...{ id: 'providers', header: 'Providers', kind: 'number', width: '7rem' },
        value: ({ providers }) => providers,
      },
      {
        ...{ id: 'hours', header: 'Hours', kind: 'duration', width: '7rem' },
        value: ({ minutes }) => minutes,
        total: (rows) => sumOf(rows).minutes,
      },
      {
        ...{ id: 'amount', header: 'Amount', kind: 'money', width: '8rem' },
        value: ({ amount_cents }) => amount_cents,
        total: (rows) => sumOf(rows).amount_cents,
      },
    ],
  }),
  columns: [
    {
      ...{ id: 'provider', header: 'Provider', width: '12rem', tightWidth: '10.5rem' },
      value: ({ provider_name }) => provider_name,
      sortBy: (row) => `${row.group_name} ${row.provider_name} ${row.client_name} ${row.service_name}`,
      cell: ({ provider_name, group_name }) => <TwoLines first={provider_name} second={group_name} />,
    },
    { ...{ id: 'team', header: 'Team', only: 'file' }, value: ({ group_name }) => group_name },
    { id: 'client', header: 'Client', value: ({ client_name }) => client_name },
    { id: 'service', header: 'Service', value: ({ service_name }) => service_name },
    {
      ...{ id: 'lines', header: 'Lines', kind: 'number', width: '5.5rem', only: 'wide' },
      value: ({ lines }) => lines,
      total: (rows) => sumOf(rows).lines,
    },
    {
      ...{ id: 'hours', header: 'Hours', kind: 'duration', width: '6rem' },
      value: ({ minutes }) => minutes,
      total: (rows) => sumOf(rows).minutes,
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: '7.5rem' },
      value: ({ amount_cents }) => amount_cents,
      total: (rows) => sumOf(rows).amount_cents,
    },
  ],
  rowHeight: 52,
  empty: {
    ...{ icon: UsersRound, title: 'Nothing to pay' },
    help: 'Try another pay period. Rows appear once providers have sessions or a timecard.',
    filtered: 'No rows match these filters.',
  },
});
