import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { AuthorizedService } from '#contract/reports.ts';
import { FORECAST_LABELS } from '#domain/reports/authorized-forecast.ts';
import { FORECAST_STATUSES } from '#domain/reports/report-statuses.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { providerFilter, serviceFilter, sumOf } from './delivery-figures.ts';
import { type FileColumn, fileReport } from './file-report.ts';
import { headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.authorizations']>;

export interface Row extends AuthorizedService {
  /** The Pacific day of the answer. */
  today: string;
}

/** Whether the authorization ends within so many days of the answer, or ended, and nothing follows it. */
function endsWithin({ end_date, is_renewed, today }: Row, held: string): boolean {
  if (end_date === null || is_renewed) return false;
  if (held === 'over') return end_date < today;
  return today <= end_date && end_date <= dayPlus(today, Number(held));
}

export const MINUTES = [
  ['due', 'Due so far', (row) => row.due_minutes],
  ['delivered', 'Delivered', (row) => row.delivered_minutes],
  ['forecast', 'Forecast', (row) => row.forecast_minutes],
  ['total', 'Total', (row) => row.total_minutes],
] as const satisfies [string, string, (row: Row) => number | null][];

/** Authorized services of the fiscal year: what was delivered, what is due, and how each will end. */
export const authorizationFile = fileReport({
  id: 'authorizations',
  title: 'Authorizations',
  label: 'Authorized services',
  rows: headedSource({
    name: 'authorizations',
    ask: (api) => api.call('report.authorizations'),
    rows: ({ services, as_of }: Answer): Row[] =>
      services.map((row) => ({ ...row, today: pacificDay(as_of) })),
  }),
  rowId: ({ id }) => id,
  filters: {
    status: {
      label: 'Status',
      choices: () => FORECAST_STATUSES.map((id) => ({ id, name: FORECAST_LABELS[id] })),
      matches: ({ status }, held) => status === held,
      isCounted: true,
    },
    used: {
      label: 'Minutes',
      choices: () => [
        { id: 'nearly', name: '80% used' },
        { id: 'up', name: 'Used up' },
      ],
      matches: ({ used }, held) => used === held,
    },
    ends: {
      label: 'Ends',
      all: 'Any day',
      choices: () => [
        ...['30', '60', '90'].map((id) => ({ id, name: `Within ${id} days` })),
        { id: 'over', name: 'Ended, not renewed' },
      ],
      matches: endsWithin,
    },
    service: serviceFilter,
    provider: providerFilter,
    search: {
      label: 'Search',
      placeholder: 'Student or client',
      words: ({ student_name, client_name, service_name, provider_name }) =>
        `${student_name} ${client_name} ${service_name} ${provider_name}`,
    },
  },
  sort: { id: 'student', desc: false },
  columns: [
    { ...{ id: 'student', header: 'Student' }, value: ({ student_name }) => student_name },
    {
      ...{ id: 'used', header: 'This period', only: 'file' },
      value: ({ used }) => (used === null ? '' : used === 'up' ? 'Used up' : '80% used'),
    },
    { ...{ id: 'client', header: 'Client', only: 'file' }, value: ({ client_name }) => client_name },
    {
      ...{ id: 'service', header: 'Service', width: '15.75rem', only: 'wide' },
      value: ({ service_name }) => service_name,
    },
    { ...{ id: 'provider', header: 'Provider', only: 'file' }, value: ({ provider_name }) => provider_name },
    { ...{ id: 'limit', header: 'Authorization', width: '8rem', only: 'wide' }, value: authorizedText },
    ...MINUTES.map(
      ([id, header, value]): FileColumn<Row> => ({
        ...{ id, header, kind: 'duration', width: '5.5rem', tightWidth: '6rem', none: '–', value },
        ...(id === 'due' && { only: 'wide' as const }),
        total: (rows) => sumOf(rows, (row) => (row.total_minutes === null ? 0 : (value(row) ?? 0))),
      }),
    ),
    {
      ...{ id: 'status', header: 'Status', width: '7.5rem' },
      value: ({ status }) => FORECAST_LABELS[status],
      sortBy: ({ status }) => FORECAST_STATUSES.indexOf(status),
    },
    {
      ...{ id: 'ends', header: 'Ends', kind: 'day', width: '7rem', none: 'No end date' },
      value: ({ end_date }) => end_date,
    },
  ],
});
