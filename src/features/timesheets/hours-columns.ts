import { csvColumns } from '#contract/report-files/file-cells.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import type { ReportColumn } from '#screens/report/define-report.ts';
import type { CsvColumn } from '#ui/csv.ts';

/** The figures of a period in the order of its tables. */
export const FIGURES: readonly {
  name: keyof TimesheetTotals;
  header: string;
  width: string;
  tightWidth: string;
}[] = [
  { name: 'sessions', header: 'Sessions', width: '7.25rem', tightWidth: '5rem' },
  { name: 'direct_minutes', header: 'Direct', width: '6rem', tightWidth: '4.5rem' },
  { name: 'indirect_minutes', header: 'Indirect', width: '6.75rem', tightWidth: '4.75rem' },
  { name: 'meal_minutes', header: 'Meal', width: '6rem', tightWidth: '4rem' },
  { name: 'paused_minutes', header: 'Paused', width: '6.5rem', tightWidth: '4.5rem' },
  { name: 'paid_minutes', header: 'Paid', width: '6rem', tightWidth: '4.5rem' },
  { name: 'expected_minutes', header: 'Expected', width: '7.5rem', tightWidth: '5.25rem' },
];

/** As a table shows it: sessions are counted, all else is hours and minutes. */
export function figureText(name: keyof TimesheetTotals, figure: number): string {
  return name === 'sessions' ? String(figure) : hoursText(figure);
}

/** The figures as columns of a report. */
export function figureColumns<Row extends TimesheetTotals>(): ReportColumn<Row>[] {
  return FIGURES.map(({ name, ...look }) => ({
    ...{ id: name, ...look },
    kind: name === 'sessions' ? 'number' : 'duration',
    value: (row) => row[name],
    total: (rows) => rows.reduce((sum, row) => sum + row[name], 0),
    cell: (row) => (row[name] === 0 ? '–' : figureText(name, row[name])),
  }));
}

/** The days of a timesheet as a file has them: in minutes, so that a spreadsheet can add them up. */
export function dayColumns<Row extends TimesheetTotals & { day: string }>(): CsvColumn<Row>[] {
  return csvColumns<Row>([
    { id: 'day', header: 'Day', kind: 'day', value: ({ day }) => day },
    ...figureColumns<Row>(),
  ]);
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** "Mon 11/16/2026" */
export function dayWords(day: string): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${displayDay(day)}`;
}
