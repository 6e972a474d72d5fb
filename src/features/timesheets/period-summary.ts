import { displayDay } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import { type PeriodDay, totalsOf } from '#domain/timesheets/period-days.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';

export interface WeekSum extends TimesheetTotals {
  /** Monday of the week, even if the period starts later in it. */
  monday: string;
  /** Days of the week that belong to the period. */
  first: string;
  last: string;
}

/** A period's totals by week, Monday to Sunday. Pure. */
export function weeksOf(days: readonly PeriodDay[]): WeekSum[] {
  const weeks = new Map<string, PeriodDay[]>();
  for (const day of days) {
    const monday = mondayOf(day.day);
    weeks.set(monday, [...(weeks.get(monday) ?? []), day]);
  }
  return [...weeks].map(([monday, inWeek]) => ({
    monday,
    first: inWeek[0]?.day ?? monday,
    last: inWeek.at(-1)?.day ?? monday,
    ...totalsOf(inWeek),
  }));
}

/** "11/16/2026 – 11/22/2026" */
export function weekWords({ first, last }: Pick<WeekSum, 'first' | 'last'>): string {
  return first === last ? displayDay(first) : `${displayDay(first)} – ${displayDay(last)}`;
}

/** "11/16 – 11/22/2026" */
export function shortWeekWords({ first, last }: Pick<WeekSum, 'first' | 'last'>): string {
  return first === last ? displayDay(first) : `${displayDay(first).slice(0, 5)} – ${displayDay(last)}`;
}
