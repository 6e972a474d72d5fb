import { dayPlus } from '#domain/time/pacific.ts';
import { fiscalYearOf } from '../time/fiscal-year.ts';

/** The maximum number of occurrences of a series. */
export const LONGEST_SERIES = 300;

export const RECURRING_TYPES = ['', 'daily', 'weekly', 'biweekly', 'monthly'] as const;
type RecurringType = (typeof RECURRING_TYPES)[number];

/** When a series takes place. Days are Pacific, `YYYY-MM-DD`. */
export interface SeriesPattern {
  event_start_date: string;
  recurring_type: RecurringType;
  /** An end date `YYYY-MM-DD`, a count, or empty: until the fiscal year ends. */
  recurring_timeframe: string;
  /** Weekdays of a weekly or biweekly series, 0 is Sunday; if empty, the weekday of its start. */
  recurring_days: readonly number[];
}

const DAY_MS = 86_400_000;
const END_DATE = /^\d{4}-\d{2}-\d{2}$/;
const COUNT = /^[1-9]\d{0,2}$/;

/** The end date that the timeframe names; null if it names none. */
export function endDateOf(timeframe: string): string | null {
  return END_DATE.test(timeframe) && !Number.isNaN(Date.parse(timeframe)) ? timeframe : null;
}

/**
 * The number of occurrences that the timeframe names, including excluded and skipped ones; null if it names
 * none.
 */
export function countOf(timeframe: string): number | null {
  return COUNT.test(timeframe) ? Number(timeframe) : null;
}

/** June 30 of the fiscal year (starting July 1) that a day belongs to. */
export function fiscalYearEnd(day: string): string {
  return `${fiscalYearOf(day) + 1}-06-30`;
}

/** The earliest possible start of a series that has an occurrence on or after this day. */
export function earliestSeriesStart(day: string): string {
  return `${fiscalYearOf(day)}-07-01`;
}

/** The last possible day of an occurrence. A series ends with the fiscal year in which it starts. */
export function seriesUntil(series: SeriesPattern): string {
  const fiscalEnd = fiscalYearEnd(series.event_start_date);
  const end = endDateOf(series.recurring_timeframe);
  return end !== null && end < fiscalEnd ? end : fiscalEnd;
}

/**
 * The days of a series between two days, inclusive, in order, including excluded, changed, and skipped
 * occurrences. A count counts from the start.
 */
export function seriesDays(
  series: SeriesPattern,
  from: string = series.event_start_date,
  to: string = seriesUntil(series),
): string[] {
  const start = dayNumber(series.event_start_date);
  const first = dayNumber(from);
  const last = Math.min(dayNumber(to), dayNumber(seriesUntil(series)));
  let left = Math.min(countOf(series.recurring_timeframe) ?? LONGEST_SERIES, LONGEST_SERIES);
  const days: string[] = [];
  for (const day of patternDays(series, start, last)) {
    if (left === 0) break;
    left -= 1;
    if (day >= first) days.push(dayText(day));
  }
  return days;
}

/** Whether a series has an occurrence on this day, excluded or not. */
export function isSeriesDay(series: SeriesPattern, day: string): boolean {
  return seriesDays(series, day, day).length > 0;
}

function* patternDays(series: SeriesPattern, start: number, last: number): Generator<number> {
  switch (series.recurring_type) {
    case '':
      return;
    case 'daily':
      for (let day = start; day <= last; day += 1) yield day;
      return;
    case 'weekly':
    case 'biweekly': {
      const step = series.recurring_type === 'weekly' ? 7 : 14;
      const sunday = start - weekdayOf(start);
      const weekdays = weekdaysOf(series);
      for (let week = sunday; week <= last; week += step) {
        for (const weekday of weekdays) {
          const day = week + weekday;
          if (day >= start && day <= last) yield day;
        }
      }
      return;
    }
    case 'monthly': {
      const [year, month, date] = series.event_start_date.split('-').map(Number) as [number, number, number];
      for (let ahead = 0; ; ahead += 1) {
        const firstOfMonth = new Date(Date.UTC(year, month - 1 + ahead, 1));
        if (firstOfMonth.getTime() / DAY_MS > last) return;
        const day = firstOfMonth.getTime() / DAY_MS + date - 1;
        // A month without this date has no occurrence.
        if (new Date(day * DAY_MS).getUTCMonth() === firstOfMonth.getUTCMonth() && day <= last) yield day;
      }
    }
  }
}

/** The weekdays of a weekly or biweekly series, in week order. */
function weekdaysOf(series: SeriesPattern): readonly number[] {
  if (series.recurring_days.length === 0) return [weekdayOf(dayNumber(series.event_start_date))];
  return [...series.recurring_days].sort((a, b) => a - b);
}

/** Days from one day to another; negative if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** The weekdays shifted by a number of days. */
export function shiftedWeekdays(weekdays: readonly number[], days: number): number[] {
  return weekdays.map((weekday) => (((weekday + days) % 7) + 7) % 7).sort((a, b) => a - b);
}

export function dayBefore(day: string): string {
  return dayPlus(day, -1);
}

/** Days since 1970-01-01, which was a Thursday. */
function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function weekdayOf(day: number): number {
  return (day + 4) % 7;
}
