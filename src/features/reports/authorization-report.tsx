import { CalendarCheck } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { AuthorizedService } from '#contract/reports.ts';
import { FORECAST_LABELS } from '#domain/reports/authorized-forecast.ts';
import { FORECAST_STATUSES, type ForecastStatus } from '#domain/reports/report-statuses.ts';
import { AUTHORIZED_PER_LABELS } from '#domain/students/student-file.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { dayPlus, displayDay, pacificDay } from '#domain/time/pacific.ts';
import {
  defineReport,
  distinctChoices,
  fromServer,
  type ReportColumn,
  type SummaryProps,
} from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { AUTHORIZATION_FILTERS } from './care-filters.ts';
import { sumOf, unsyncedOf } from './delivery-columns.tsx';
import { MonthBars, type MonthOfBars } from './month-bars.tsx';

type Answer = ReplyOf<Endpoints['report.authorizations']>;

interface Row extends AuthorizedService {
  /** The Pacific day of the answer. */
  today: string;
}

const LOOKS = {
  over: 'destructive',
  'heading-over': 'warning',
  behind: 'warning',
  'on-track': 'success',
  'too-early': 'neutral',
  'no-limit': 'neutral',
} as const satisfies Record<ForecastStatus, string>;

/** Delivered against authorized by month, of the services that are shown. */
function ByMonth({ rows, tools }: SummaryProps) {
  const limited = (rows as readonly Row[]).filter(({ total_minutes }) => total_minutes !== null);
  const months = new Map<string, MonthOfBars>();
  for (const { month, ...minutes } of limited.flatMap((row) => row.months)) {
    const known = months.get(month);
    months.set(month, {
      month,
      authorized_minutes: (known?.authorized_minutes ?? 0) + minutes.authorized_minutes,
      delivered_minutes: (known?.delivered_minutes ?? 0) + minutes.delivered_minutes,
    });
  }
  if (months.size === 0) return null;
  return <MonthBars months={[...months.values()]} thisMonth={pacificDay(tools.now).slice(0, 7)} />;
}

/** Whether the authorization ends within so many days of the answer, or ended, and nothing follows it. */
function endsWithin({ end_date, is_renewed, today }: Row, held: string): boolean {
  if (end_date === null || is_renewed) return false;
  if (held === 'over') return end_date < today;
  return today <= end_date && end_date <= dayPlus(today, Number(held));
}

function authorizedWords({ authorised_minutes, authorised_per }: Row): string {
  if (authorised_minutes === null) return 'No limit';
  return `${authorised_minutes.toLocaleString('en-US')} min ${AUTHORIZED_PER_LABELS[authorised_per]}`;
}

const MINUTES = [
  ['due', 'Due so far', (row) => row.due_minutes],
  ['delivered', 'Delivered', (row) => row.delivered_minutes],
  ['forecast', 'Forecast', (row) => row.forecast_minutes],
  ['total', 'Total', (row) => row.total_minutes],
] as const satisfies [string, string, (row: Row) => number | null][];

/** The rules of the figures, for people who ask why. */
const RULES: Readonly<Record<(typeof MINUTES)[number][0], string>> = {
  due: 'The share of the authorized minutes for school days through today.',
  delivered: 'Counted minutes of delivered sessions and makeup sessions since July 1.',
  forecast: 'Delivered by the end at the same pace per school day.',
  total: 'Weekly and monthly minutes for each week and month with a school day; yearly minutes once.',
};

/** Authorized services of the fiscal year: what was delivered, what is due, and how each will end. */
export const authorizationReport = defineReport(AUTHORIZATION_FILTERS, {
  id: 'authorizations',
  title: 'Authorizations',
  label: 'Authorized services',
  rows: fromServer({
    name: 'authorizations',
    ask: (api) => api.call('report.authorizations'),
    rows: ({ services, as_of }: Answer): Row[] =>
      services.map((row) => ({ ...row, today: pacificDay(as_of) })),
    asOf: ({ as_of }) => as_of,
    unsynced: unsyncedOf,
  }),
  rowId: ({ id }) => id,
  opens: ({ student }) => student,
  rowHeight: 48,
  tightRowHeight: 64,
  Summary: ByMonth,
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
    service: {
      label: 'Service',
      choices: (_, rows) => distinctChoices(rows.map(({ service, service_name }) => [service, service_name])),
      matches: ({ service }, id) => service === id,
    },
    provider: {
      label: 'Provider',
      choices: (_, rows) =>
        distinctChoices(
          rows.flatMap(({ provider, provider_name }) =>
            provider === null ? [] : [[provider, provider_name] as const],
          ),
        ),
      matches: ({ provider }, id) => provider === id,
    },
    search: {
      label: 'Search',
      placeholder: 'Student or client',
      words: ({ student_name, client_name, service_name, provider_name }) =>
        `${student_name} ${client_name} ${service_name} ${provider_name}`,
    },
  },
  sort: { id: 'student', desc: false },
  remark: () => 'Fiscal year, July 1 to June 30',
  totals(rows) {
    const limited = rows.filter(({ total_minutes }) => total_minutes !== null);
    return [
      ['Services', rows.length],
      ['With a limit', limited.length],
      ['Delivered of those', hoursText(sumOf(limited, ({ delivered_minutes }) => delivered_minutes))],
      ['Due so far', hoursText(sumOf(limited, ({ due_minutes }) => due_minutes ?? 0))],
      ['Authorized', hoursText(sumOf(limited, ({ total_minutes }) => total_minutes ?? 0))],
    ];
  },
  why(row, column) {
    const found = MINUTES.find(([id]) => id === column);
    if (found === undefined || found[2](row) === null) return null;
    const [id, header] = found;
    return () => ({
      title: `${header}, ${row.student_name}`,
      rule: RULES[id],
      parts:
        id === 'delivered' || id === 'total'
          ? row.months.flatMap((month) => {
              const minutes = id === 'total' ? month.authorized_minutes : month.delivered_minutes;
              return minutes === 0
                ? []
                : [{ id: month.month, label: month.month, figure: hoursText(minutes) }];
            })
          : [{ id, label: authorizedWords(row), figure: hoursText(found[2](row) ?? 0) }],
    });
  },
  columns: [
    {
      ...{ id: 'student', header: 'Student' },
      value: ({ student_name }) => student_name,
      cell: ({ student_name, client_name, service_name }, { isTight }) => (
        <TwoLines first={student_name} second={isTight ? service_name : client_name} />
      ),
    },
    {
      ...{ id: 'used', header: 'This period', only: 'file' },
      value: ({ used }) => (used === null ? '' : used === 'up' ? 'Used up' : '80% used'),
    },
    { ...{ id: 'client', header: 'Client', only: 'file' }, value: ({ client_name }) => client_name },
    {
      ...{ id: 'service', header: 'Service', width: '12.5rem', only: 'wide' },
      value: ({ service_name }) => service_name,
      cell: ({ service_name, provider_name }) => (
        <TwoLines first={service_name} second={provider_name === '' ? 'No provider' : provider_name} />
      ),
    },
    {
      ...{ id: 'provider', header: 'Provider', only: 'file' },
      value: ({ provider_name }) => provider_name,
    },
    {
      ...{ id: 'limit', header: 'Authorization', width: '8.5rem', only: 'wide' },
      value: authorizedWords,
      cell: (row) => <ClampedText text={authorizedWords(row)} />,
    },
    ...MINUTES.map(
      ([id, header, value]): ReportColumn<Row> => ({
        ...{ id, header, kind: 'duration', width: '6.25rem', none: '–', value },
        ...(id === 'due' && { only: 'wide' as const }),
        total: (rows) => sumOf(rows, (row) => (row.total_minutes === null ? 0 : (value(row) ?? 0))),
      }),
    ),
    {
      ...{ id: 'status', header: 'Status', width: '8.5rem' },
      value: ({ status }) => FORECAST_LABELS[status],
      sortBy: ({ status }) => FORECAST_STATUSES.indexOf(status),
      cell: ({ status }) => <Badge variant={LOOKS[status]}>{FORECAST_LABELS[status]}</Badge>,
    },
    {
      ...{ id: 'ends', header: 'Ends', kind: 'day', width: '7rem', none: 'Open' },
      value: ({ end_date }) => end_date,
      cell: ({ end_date, is_renewed, today }) => (
        <TwoLines
          first={end_date === null ? '' : displayDay(end_date)}
          second={is_renewed ? 'Renewed' : daysLeft(end_date, today)}
        />
      ),
    },
  ],
  empty: {
    ...{ icon: CalendarCheck, title: 'No authorized services' },
    help: 'Services appear here when they are assigned to a student.',
    filtered: 'No services match these filters.',
  },
});

const SOON_DAYS = 90;
const DAY_MS = 86_400_000;

/** "In 12 days", for ends that are near. */
function daysLeft(end_date: string | null, today: string): string {
  if (end_date === null || end_date < today || end_date > dayPlus(today, SOON_DAYS)) return '';
  const days = Math.round((Date.parse(end_date) - Date.parse(today)) / DAY_MS);
  return days === 0 ? 'Today' : `In ${counted(days, 'day')}`;
}
