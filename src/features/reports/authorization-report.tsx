import { CalendarCheck } from 'lucide-react';
import { authorizationFile, MINUTES, type Row } from '#contract/report-files/authorization-file.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { FORECAST_LABELS } from '#domain/reports/authorized-forecast.ts';
import type { ForecastStatus } from '#domain/reports/report-statuses.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { defineReport, type SummaryProps, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { AUTHORIZATION_FILTERS } from './care-filters.ts';
import { AuthorizedChart, type AuthorizedMonth } from './month-charts.tsx';

const LOOKS = {
  over: 'destructive',
  'heading-over': 'warning',
  behind: 'warning',
  'on-track': 'success',
  'too-early': 'neutral',
  'no-limit': 'neutral',
} as const satisfies Record<ForecastStatus, string>;

/** Delivered against authorized by month, of the services that are shown. */
function ByMonth({ rows }: SummaryProps) {
  const limited = (rows as readonly Row[]).filter(({ total_minutes }) => total_minutes !== null);
  const months = new Map<string, AuthorizedMonth>();
  for (const { month, ...minutes } of limited.flatMap((row) => row.months)) {
    const known = months.get(month);
    months.set(month, {
      month,
      authorized_minutes: (known?.authorized_minutes ?? 0) + minutes.authorized_minutes,
      delivered_minutes: (known?.delivered_minutes ?? 0) + minutes.delivered_minutes,
    });
  }
  if (months.size === 0) return null;
  return <AuthorizedChart months={[...months.values()]} />;
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
  opens: ({ student }) => student,
  rowHeight: 60,
  tightRowHeight: 64,
  Summary: ByMonth,
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
