import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { AuthorizedService } from '#contract/reports.ts';
import { FORECAST_LABELS } from '#domain/reports/authorized-forecast.ts';
import { FORECAST_STATUSES } from '#domain/reports/report-statuses.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { providerFilter, serviceFilter, sumOf } from './delivery-figures.ts';
import { type FileColumn, fileReport, type ReportCaller } from './file-report.ts';
import { allPages, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.authorizations']>;

export interface Row extends AuthorizedService {
  /** The Pacific day of the answer. */
  today: string;
}

/** Whether the authorization ends within so many days of the answer, or ended, and nothing follows it. */
function endsWithin(
  { end_date, is_renewed, today }: Pick<Row, 'end_date' | 'is_renewed' | 'today'>,
  held: string,
): boolean {
  if (end_date === null || is_renewed) return false;
  if (held === 'over') return end_date < today;
  return today <= end_date && end_date <= dayPlus(today, Number(held));
}

/** All pages, as one answer. */
async function wholeAuthorizations(api: ReportCaller): Promise<Answer> {
  const pages = await allPages((query) => api.call('report.authorizations', { query }));
  return { ...pages[0], services: pages.flatMap(({ services }) => services), next: null };
}

export const MINUTES = [
  ['due', 'Due so far', (row) => row.due_minutes],
  ['delivered', 'Delivered', (row) => row.delivered_minutes],
  ['forecast', 'Forecast', (row) => row.forecast_minutes],
  ['total', 'Total', (row) => row.total_minutes],
] as const satisfies [string, string, (row: Row) => number | null][];

/** A row as far as it is known before its sessions are read. */
export type PlainRow = Pick<
  Row,
  | 'id'
  | 'student'
  | 'student_name'
  | 'client_name'
  | 'service'
  | 'service_name'
  | 'provider'
  | 'provider_name'
  | 'authorised_minutes'
  | 'authorised_per'
  | 'start_date'
  | 'end_date'
  | 'is_renewed'
  | 'today'
>;

/** Filters that don't depend on sessions: the server reads only those of the services that are left. */
export const PLAIN_FILTERS = {
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
    words: ({ student_name, client_name, service_name, provider_name }: PlainRow) =>
      `${student_name} ${client_name} ${service_name} ${provider_name}`,
  },
};

/** Columns that don't depend on sessions. */
export const PLAIN_COLUMNS = {
  student: { ...{ id: 'student', header: 'Student' }, value: ({ student_name }) => student_name },
  client: { ...{ id: 'client', header: 'Client', only: 'file' }, value: ({ client_name }) => client_name },
  service: {
    ...{ id: 'service', header: 'Service', width: '15.75rem', only: 'wide' },
    value: ({ service_name }) => service_name,
  },
  provider: {
    ...{ id: 'provider', header: 'Provider', only: 'file' },
    value: ({ provider_name }) => provider_name,
  },
  limit: {
    ...{ id: 'limit', header: 'Authorization', width: '8rem', only: 'wide' },
    value: authorizedText,
  },
  ends: {
    ...{ id: 'ends', header: 'Ends', kind: 'day', width: '7rem', none: 'No end date' },
    value: ({ end_date }) => end_date,
  },
} as const satisfies Record<string, FileColumn<PlainRow>>;

/** What services add up to; minutes are those of services with a limit. */
export function authorizationSums(rows: readonly Row[]) {
  const limited = rows.filter(({ total_minutes }) => total_minutes !== null);
  const months = new Map<string, Row['months'][number]>();
  for (const { month, authorized_minutes, delivered_minutes } of limited.flatMap((row) => row.months)) {
    const known = months.get(month);
    months.set(month, {
      month,
      authorized_minutes: (known?.authorized_minutes ?? 0) + authorized_minutes,
      delivered_minutes: (known?.delivered_minutes ?? 0) + delivered_minutes,
    });
  }
  return {
    ...{ services: rows.length, limited: limited.length, months: [...months.values()] },
    due_minutes: sumOf(limited, ({ due_minutes }) => due_minutes ?? 0),
    delivered_minutes: sumOf(limited, ({ delivered_minutes }) => delivered_minutes),
    forecast_minutes: sumOf(limited, ({ forecast_minutes }) => forecast_minutes ?? 0),
    total_minutes: sumOf(limited, ({ total_minutes }) => total_minutes ?? 0),
  };
}

/** Authorized services of the fiscal year: what was delivered, what is due, and how each will end. */
export const authorizationFile = fileReport({
  id: 'authorizations',
  title: 'Authorizations',
  label: 'Authorized services',
  rows: headedSource({
    name: 'authorizations',
    ask: (api) => wholeAuthorizations(api),
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
    ...PLAIN_FILTERS,
  },
  sort: { id: 'student', desc: false },
  columns: [
    PLAIN_COLUMNS.student,
    {
      ...{ id: 'used', header: 'This period', only: 'file' },
      value: ({ used }) => (used === null ? '' : used === 'up' ? 'Used up' : '80% used'),
    },
    PLAIN_COLUMNS.client,
    PLAIN_COLUMNS.service,
    PLAIN_COLUMNS.provider,
    PLAIN_COLUMNS.limit,
    ...MINUTES.map(
      ([id, header, value]): FileColumn<Row> => ({
        ...{ id, header, kind: 'duration', width: '5.5rem', tightWidth: '6rem', none: '–', value },
        ...(id === 'due' && { only: 'wide' as const }),
        total: (rows) => authorizationSums(rows)[`${id}_minutes`],
      }),
    ),
    {
      ...{ id: 'status', header: 'Status', width: '7.5rem' },
      value: ({ status }) => FORECAST_LABELS[status],
      sortBy: ({ status }) => FORECAST_STATUSES.indexOf(status),
    },
    PLAIN_COLUMNS.ends,
  ],
});
