import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import type { CsvColumn } from '#ui/csv.ts';

/** The figures of a period in the order of its tables. */
export const FIGURES: readonly { name: keyof TimesheetTotals; header: string }[] = [
  { name: 'sessions', header: 'Sessions' },
  { name: 'direct_minutes', header: 'Direct' },
  { name: 'indirect_minutes', header: 'Indirect' },
  { name: 'meal_minutes', header: 'Meal' },
  { name: 'paused_minutes', header: 'Paused' },
  { name: 'paid_minutes', header: 'Paid' },
  { name: 'expected_minutes', header: 'Expected' },
];

/** As a table shows it: sessions are counted, all else is hours and minutes. */
export function figureText(name: keyof TimesheetTotals, figure: number): string {
  return name === 'sessions' ? String(figure) : hoursText(figure);
}

/** A file of days or sums has minutes, so that a spreadsheet can reckon with them. */
export function figureColumns<Row extends TimesheetTotals>(): CsvColumn<Row>[] {
  return FIGURES.map(({ name, header }) => ({
    header: name === 'sessions' ? header : `${header} (minutes)`,
    value: (row) => row[name],
  }));
}

export function dayColumns<Row extends TimesheetTotals & { day: string }>(): CsvColumn<Row>[] {
  return [{ header: 'Day', value: ({ day }) => displayDay(day) }, ...figureColumns<Row>()];
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** "Mon 11/16/2026" */
export function dayWords(day: string): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${displayDay(day)}`;
}
