import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { PROBLEM_WORDS } from '#domain/timesheets/day-problems.ts';
import type { PeriodDay } from '#domain/timesheets/period-days.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { defineReport, fromDevice, sumsOf } from '#screens/report/define-report.ts';
import type { WhyPart } from '#screens/report/why.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { DayList } from './day-list.tsx';
import { whyOfDays } from './figure-words.ts';
import { dayWords, FIGURES, figureColumns } from './hours-columns.ts';
import { HOURS_FILTERS } from './hours-filters.ts';
import { HoursSummary } from './hours-summary.tsx';
import { useOwnFigures } from './own-figures.ts';
import { shortWeekWords, weeksOf, weekWords } from './period-summary.ts';

interface HoursDay extends PeriodDay {
  recordsOf: (name: keyof TimesheetTotals) => WhyPart[];
}

function useOwnDays(asked: { from: string; to: string }): HoursDay[] | undefined {
  const figures = useOwnFigures(asked);
  return useMemo(
    () =>
      figures?.hours.days.map((day) => ({
        ...day,
        recordsOf: (name) => figures.recordsOf(name, day.day),
      })),
    [figures],
  );
}

function problemWords({ problems }: PeriodDay): string {
  return problems.map((problem) => PROBLEM_WORDS[problem]).join(' ');
}

/** A pay period of your own day by day and week by week: to read, to print, and as a file. */
export const hoursByDay = defineReport(HOURS_FILTERS, {
  id: 'hours',
  title: 'My Hours report',
  badge: 'under construction',
  label: 'Hours by day',
  rows: fromDevice(useOwnDays),
  rowId: ({ day }) => day,
  opens: ({ day }) => day,
  asksDevices: true,
  rowHeight: 60,
  tightRowHeight: 76,
  filters: {},
  Summary: HoursSummary,
  sort: { id: 'day', desc: false },
  columns: [
    {
      ...{ id: 'day', header: 'Day', kind: 'day', width: '10rem', tightWidth: '11.75rem' },
      value: ({ day }) => day,
      cell: (row, { isTight }) => (
        <TwoLines first={dayWords(row.day)} second={isTight && problemWords(row)} />
      ),
    },
    ...figureColumns<HoursDay>(),
    {
      ...{ id: 'problems', header: 'To fix', isUnsortable: true, only: 'wide' },
      value: problemWords,
    },
  ],
  sums: sumsOf({
    label: 'Hours by week',
    sheet: 'Weeks',
    rows: (days: readonly HoursDay[]) => weeksOf(days),
    rowId: ({ monday }) => monday,
    columns: [
      {
        ...{ id: 'week', header: 'Week', width: '14rem', tightWidth: '11.75rem', isUnsortable: true },
        value: weekWords,
        cell: (week, { isTight }) => (isTight ? shortWeekWords(week) : weekWords(week)),
      },
      ...figureColumns(),
    ],
  }),
  list: (days, open) => <DayList label="Days" days={days} onDay={open} />,
  why(row, column) {
    const figure = FIGURES.find(({ name }) => name === column);
    if (figure === undefined || row[figure.name] === 0) return null;
    return () =>
      whyOfDays(
        figure.name,
        dayWords(row.day),
        [row],
        () => row.recordsOf(figure.name),
        (id) => ({ kind: 'day', id }),
      );
  },
  empty: {
    icon: CalendarClock,
    title: 'No days in this period',
    help: 'The days of the pay period appear here.',
  },
});
