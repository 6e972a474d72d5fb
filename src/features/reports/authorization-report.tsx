import { CalendarCheck } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { authorizationFile, MINUTES, type Row } from '#contract/report-files/authorization-file.ts';
import { LARGEST_PAGE, validId } from '#contract/report-files/headed-source.ts';
import { AUTHORIZATION_COLUMNS, type AuthorizationSums } from '#contract/reports.ts';
import { FORECAST_LABELS } from '#domain/reports/authorized-forecast.ts';
import { FORECAST_STATUSES, type ForecastStatus } from '#domain/reports/report-statuses.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import {
  defineReport,
  fromPages,
  type PagedQuery,
  type PagedSums,
  type SummaryProps,
  withCells,
} from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { AUTHORIZATION_FILTERS } from './care-filters.ts';
import { AuthorizedChart } from './month-charts.tsx';

const LOOKS = {
  over: 'destructive',
  'heading-over': 'warning',
  behind: 'warning',
  'on-track': 'success',
  'too-early': 'neutral',
  'no-limit': 'neutral',
} as const satisfies Record<ForecastStatus, string>;

/** Delivered against authorized by month, of all services that fit the filters. */
function ByMonth({ summary }: SummaryProps) {
  if (summary === undefined) return <Skeleton className="h-61" />;
  const months = (summary as Pick<AuthorizationSums, 'months'> | null)?.months ?? [];
  return months.length === 0 ? null : <AuthorizedChart months={months} />;
}

/** Rows of a screen; a page for files is larger. */
const PAGE = 300;

/** How a page and the sums are asked for. */
function authorizationQuery(asked: PagedQuery) {
  const oneOf = <One extends string>(all: readonly One[], said: unknown) => all.find((one) => one === said);
  return {
    status: oneOf(FORECAST_STATUSES, asked.status),
    used: oneOf(AUTHORIZATION_FILTERS.used, asked.used),
    ends: oneOf(AUTHORIZATION_FILTERS.ends, asked.ends),
    service: validId(asked.service),
    provider: validId(asked.provider),
    search: typeof asked.search === 'string' && asked.search !== '' ? asked.search : undefined,
  };
}

async function askPage(api: ApiClient, asked: PagedQuery, after: string | null, isWhole: boolean) {
  const [, minus = '', said] = /^(-?)(.*)$/.exec(asked.sort) ?? [];
  const column = AUTHORIZATION_COLUMNS.find((one) => one === said) ?? 'student';
  return api.call('report.authorizations', {
    query: {
      ...authorizationQuery(asked),
      sort: minus === '-' ? `-${column}` : column,
      limit: isWhole ? LARGEST_PAGE : PAGE,
      ...(after !== null && { after }),
    },
  });
}

async function askSums(api: ApiClient, asked: PagedQuery): Promise<PagedSums> {
  const sums = await api.call('report.sum-authorizations', { query: authorizationQuery(asked) });
  const { services, limited, due_minutes, delivered_minutes, forecast_minutes, total_minutes } = sums;
  return {
    count: services,
    figures: [
      ['Services', services],
      ['With a limit', limited],
      ['Delivered of those', hoursText(delivered_minutes)],
      ['Due so far', hoursText(due_minutes)],
      ['Authorized', hoursText(total_minutes)],
    ],
    footers: {
      ...{ due: due_minutes, delivered: delivered_minutes },
      ...{ forecast: forecast_minutes, total: total_minutes },
    },
    choices: { service: sums.names.services, provider: sums.names.providers },
    counts: { status: Object.fromEntries(sums.statuses.map((one) => [one.status, one.services])) },
    summary: { months: sums.months },
  };
}

/** The rules of the figures, for people who ask why. */
const RULES: Readonly<Record<(typeof MINUTES)[number][0], string>> = {
  due: 'The share of the authorized minutes for school days through today.',
  delivered: 'Counted minutes of delivered sessions and makeup sessions since July 1.',
  forecast: 'Delivered by the end at the same pace per school day.',
  total: 'Weekly and monthly minutes for each week and month with a school day; yearly minutes once.',
};

/** Authorized services of the fiscal year: what was delivered, what is due, and how each will end. */
export const authorizationReport = defineReport(AUTHORIZATION_FILTERS, {
  ...authorizationFile,
  rows: fromPages<typeof AUTHORIZATION_FILTERS, Row, ReplyOf<Endpoints['report.authorizations']>>({
    ...authorizationFile.rows,
    nouns: ['service', 'services'],
    ask: askPage,
    askSums,
  }),
  opens: ({ student }) => student,
  rowHeight: 60,
  tightRowHeight: 64,
  Summary: ByMonth,
  remark: () => 'Fiscal year, July 1 to June 30',
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
          : [{ id, label: authorizedText(row), figure: hoursText(found[2](row) ?? 0) }],
    });
  },
  empty: {
    ...{ icon: CalendarCheck, title: 'No authorized services' },
    help: 'Services appear here when they are assigned to a student.',
    filtered: 'No services match these filters.',
  },
  columns: withCells(authorizationFile.columns, {
    student: ({ student_name, client_name, service_name }, { isTight }) => (
      <TwoLines first={student_name} second={isTight ? service_name : client_name} />
    ),
    service: ({ service_name, provider_name }) => (
      <TwoLines first={service_name} second={provider_name === '' ? 'No provider' : provider_name} />
    ),
    limit: (row) => <ClampedText text={authorizedText(row)} />,
    status: ({ status }) => <Badge variant={LOOKS[status]}>{FORECAST_LABELS[status]}</Badge>,
    ends: ({ end_date, is_renewed, today }) => (
      <TwoLines
        first={end_date === null ? '' : displayDay(end_date)}
        second={is_renewed ? 'Renewed' : daysLeft(end_date, today)}
      />
    ),
  }),
});

const SOON_DAYS = 90;

const DAY_MS = 86_400_000;

/** "In 12 days", for ends that are near. */
function daysLeft(end_date: string | null, today: string): string {
  if (end_date === null || end_date < today || end_date > dayPlus(today, SOON_DAYS)) return '';
  const days = Math.round((Date.parse(end_date) - Date.parse(today)) / DAY_MS);
  return days === 0 ? 'Today' : `In ${counted(days, 'day')}`;
}
