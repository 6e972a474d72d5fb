import { Gauge } from 'lucide-react';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import {
  isOverloaded,
  type ProductivityRow,
  productivityFile,
  serviceMinutes,
} from '#contract/report-files/productivity-file.ts';
import type { ProviderLoad } from '#contract/reports.ts';
import type { Session } from '#contract/session.ts';
import { MEAL_DISCLAIMER } from '#domain/lunch/meal-words.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { tookPlace } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { hoursText } from '#domain/time/duration.ts';
import { monthsUntil } from '#domain/time/months.ts';
import { displayDay, displaySpan } from '#domain/time/pacific.ts';
import { wholeList } from '#screens/device/held-sessions.ts';
import { defineReport, type SummaryProps, withCells } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { PRODUCTIVITY_FILTERS } from './care-filters.ts';
import { HoursChart, LateChart, type WorkedMonth } from './month-charts.tsx';

const MONTHS_SHOWN = 12;

/** Hours and late entries of the twelve months up to the last day, of the providers that are shown. */
function Trends({ asked, rows }: SummaryProps) {
  const byMonth = groupedBy(
    (rows as readonly ProviderLoad[]).flatMap(({ months }) => months),
    ({ month }) => month,
  );
  const months = monthsUntil(asked.to, MONTHS_SHOWN)
    .toReversed()
    .map((month): WorkedMonth => {
      const own = byMonth.get(month) ?? [];
      return {
        month,
        direct_minutes: sumOf(own, (one) => one.direct_minutes),
        indirect_minutes: sumOf(own, (one) => one.indirect_minutes),
        entered: sumOf(own, (one) => one.entered),
        late: sumOf(own, (one) => one.late),
      };
    });
  if (byMonth.size === 0) return null;
  return (
    <div className="grid gap-4 xl:grid-cols-2 print:grid-cols-2">
      <HoursChart months={months} />
      <LateChart months={months} />
    </div>
  );
}

type SessionFigure = 'sessions' | 'missed' | 'direct' | 'indirect';

interface FigureOfSessions {
  header: string;
  of: (row: ProductivityRow) => number;
  rule: string;
  counts: (session: Session) => boolean;
  figure: (session: Session) => string;
}

const TOOK_PLACE = {
  rule: 'Sessions that the provider worked, whether or not the student came.',
  counts: ({ attendance }: Session) => tookPlace(attendance),
};

/** The figures that are made of sessions, by column. */
const SESSION_FIGURES: Readonly<Partial<Record<string, FigureOfSessions>>> = {
  sessions: {
    ...{ ...TOOK_PLACE, header: 'Sessions' },
    of: ({ sessions }) => sessions,
    figure: ({ attendance }) => ATTENDANCE_LABELS[attendance],
  },
  missed: {
    header: 'Missed',
    of: ({ missed }) => missed,
    rule: "Sessions in which the student wasn't served.",
    counts: ({ attendance }) => !WITH_NOTE.has(attendance),
    figure: ({ attendance }) => ATTENDANCE_LABELS[attendance],
  },
  direct: {
    ...{ ...TOOK_PLACE, header: 'Direct' },
    of: ({ direct_minutes }) => direct_minutes,
    figure: ({ direct_minutes }) => hoursText(direct_minutes),
  },
  indirect: {
    ...{ header: 'Indirect', rule: TOOK_PLACE.rule },
    of: ({ indirect_minutes }) => indirect_minutes,
    counts: ({ attendance, indirect_minutes }) => tookPlace(attendance) && indirect_minutes > 0,
    figure: ({ indirect_minutes }) => hoursText(indirect_minutes),
  },
} satisfies Record<SessionFigure, FigureOfSessions>;

/** The sessions of a provider behind a figure. */
function whyOf(
  { provider, provider_name, from, to }: ProductivityRow,
  { header, rule, counts, figure }: FigureOfSessions,
): Why {
  return {
    ...{ title: `${header}, ${provider_name}`, rule },
    async parts(api) {
      const sessions = await wholeList(api, { start_date: from, end_date: to, provider });
      return sessions.filter(counts).map((session) => ({
        id: session.id,
        label: `${displayDay(session.session_date)}, ${displaySpan(session.start_time, session.end_time)}`,
        figure: figure(session),
        to: { kind: 'session', id: session.id },
      }));
    },
  };
}

/** Providers' caseloads, what they did with their time, and their meal breaks. */
export const productivityReport = defineReport(PRODUCTIVITY_FILTERS, {
  ...productivityFile,
  opens: ({ provider }) => provider,
  tightRowHeight: 56,
  Summary: Trends,
  remark: () => MEAL_DISCLAIMER,
  totals(rows) {
    const clocked = rows.filter(({ worked_minutes }) => worked_minutes !== null);
    const share = deliveredPercent(
      sumOf(clocked, serviceMinutes),
      sumOf(clocked, ({ worked_minutes }) => worked_minutes ?? 0),
    );
    return [
      ['Providers', rows.length],
      ['Sessions', sumOf(rows, ({ sessions }) => sessions)],
      ['Session time', hoursText(sumOf(rows, serviceMinutes))],
      ...(share === null ? [] : [['Productivity', `${share}%`] as [string, string]]),
      ['Meals out of compliance', sumOf(rows, ({ meal_violations }) => meal_violations)],
    ];
  },
  why(row, column) {
    const sessions = SESSION_FIGURES[column];
    if (sessions !== undefined) return sessions.of(row) > 0 ? () => whyOf(row, sessions) : null;
    const { worked_minutes } = row;
    if (column !== 'productivity' || worked_minutes === null) return null;
    return () => ({
      title: `Productivity, ${row.provider_name}`,
      rule: 'Direct and indirect session time as a percentage of timecard time, without meals and pauses.',
      parts: [
        { id: 'direct', label: 'Direct', figure: hoursText(row.direct_minutes) },
        { id: 'indirect', label: 'Indirect', figure: hoursText(row.indirect_minutes) },
        { id: 'worked', label: 'Worked', figure: hoursText(worked_minutes) },
      ],
    });
  },
  empty: {
    ...{ icon: Gauge, title: 'No providers' },
    help: 'Providers appear here if you have access to their hours.',
    filtered: 'No providers match these filters.',
  },
  columns: withCells(productivityFile.columns, {
    students: (row) => (
      <TwoLines
        first={row.max_caseload === null ? row.students : `${row.students} of ${row.max_caseload}`}
        second={isOverloaded(row) && <span className="text-warning">Above maximum</span>}
      />
    ),
  }),
});
