import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { GroupedPay } from '#contract/payroll-figures.ts';
import { addedSums, NO_PAY, type PaySum } from '#domain/payroll/pay-line.ts';
import { closedPeriod, type ReportDays } from '#domain/reports/report-days.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { clientFilter, providerFilter, serviceFilter } from './delivery-figures.ts';
import { distinctChoices, type FileColumn, fileReport, fileSumsOf } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['payroll.list-groups']> & ReportDays;

/** What a provider is paid for a client's service in some days. */
interface GroupedPayRow extends GroupedPay, ReportDays {}

const NO_GROUP = 'none';
const groupOf = ({ group }: GroupedPay) => group ?? NO_GROUP;

interface Team extends PaySum {
  id: string;
  name: string;
  providers: number;
}

/** The figures of several rows together. */
export const paySumOf = (rows: readonly PaySum[]) => rows.reduce(addedSums, NO_PAY);

/** The rows by team; every row is in one. */
function teams(rows: readonly GroupedPay[]): Team[] {
  return [...groupedBy(rows, groupOf)]
    .map(([id, own]) => ({
      ...{ id, name: own[0]?.group_name ?? '' },
      providers: new Set(own.map(({ provider }) => provider)).size,
      ...paySumOf(own),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function payColumns<Row extends PaySum>(widths: { hours: string; amount: string }): FileColumn<Row>[] {
  return [
    {
      ...{ id: 'hours', header: 'Hours', kind: 'duration', width: widths.hours },
      value: ({ minutes }) => minutes,
      total: (rows) => paySumOf(rows).minutes,
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: widths.amount },
      value: ({ amount_cents }) => amount_cents,
      total: (rows) => paySumOf(rows).amount_cents,
    },
  ];
}

/** What a pay period pays by team, provider, client, and service. */
export const groupedPayFile = fileReport({
  id: 'grouped-providers',
  title: 'Grouped Providers Report',
  label: 'Pay by provider, client, and service',
  rows: headedSource({
    name: 'grouped providers',
    async ask(api, asked): Promise<Answer> {
      const { from, to } = asked;
      return { ...(await api.call('payroll.list-groups', { query: daysQuery(asked) })), from, to };
    },
    rows: ({ rows, from, to }: Answer): readonly GroupedPayRow[] => rows.map((row) => ({ ...row, from, to })),
  }),
  rowId: ({ provider, client, service }) => `${provider} ${client} ${service}`,
  days: closedPeriod,
  filters: {
    group: {
      label: 'Team',
      choices: (_, rows) => distinctChoices(rows.map((row) => [groupOf(row), row.group_name])),
      matches: (row, id) => groupOf(row) === id,
    },
    provider: providerFilter,
    client: clientFilter,
    service: serviceFilter,
  },
  sort: { id: 'provider', desc: false },
  columns: [
    {
      ...{ id: 'provider', header: 'Provider', width: '12rem', tightWidth: '10.5rem' },
      value: ({ provider_name }) => provider_name,
      sortBy: (row) => `${row.group_name} ${row.provider_name} ${row.client_name} ${row.service_name}`,
    },
    { ...{ id: 'team', header: 'Team', only: 'file' }, value: ({ group_name }) => group_name },
    { id: 'client', header: 'Client', value: ({ client_name }) => client_name },
    { id: 'service', header: 'Service', value: ({ service_name }) => service_name },
    {
      ...{ id: 'lines', header: 'Lines', kind: 'number', width: '5.5rem', only: 'wide' },
      value: ({ lines }) => lines,
      total: (rows) => paySumOf(rows).lines,
    },
    ...payColumns<GroupedPayRow>({ hours: '6rem', amount: '7.5rem' }),
  ],
  sums: fileSumsOf({
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
      ...payColumns<Team>({ hours: '7rem', amount: '8rem' }),
    ],
  }),
});
