import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';

/** `summer`: the short program between the school years, with few sessions. */
export type SchoolDay = 'regular' | 'summer' | 'none';

/** The kind of a Pacific day in the demo organization's schools. */
export function schoolDay(day: string): SchoolDay {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6) return 'none';
  const date = day.slice(5);
  if (holidayName(day) !== null) return 'none';
  if (date >= '08-17' || date <= '06-12') return 'regular';
  return date >= '06-22' && date <= '07-24' && weekday !== 5 ? 'summer' : 'none';
}

/** Why the schools are closed on a weekday; null in the summer and on school days. */
export function holidayName(day: string): string | null {
  const [date, month, weekday] = [day.slice(5), day.slice(5, 7), weekdayOf(day)];
  const week = Math.ceil(Number(day.slice(8)) / 7);
  if (date >= '12-21' || date <= '01-03') return 'Winter break';
  if (date === '11-11') return 'Veterans Day';
  if (date === '06-19') return 'Juneteenth';
  if (date === '07-03' || date === '07-04') return 'Independence Day';
  if (weekday === 1) {
    if (month === '09' && week === 1) return 'Labor Day';
    if (month === '01' && week === 3) return 'Martin Luther King Jr. Day';
    if (month === '02' && week === 3) return 'Presidents’ Day';
    if (month === '05' && dayPlus(day, 7).slice(5, 7) === '06') return 'Memorial Day';
  }
  // Thanksgiving is the fourth Thursday; schools close from Wednesday to Friday.
  if (month === '11' && weekday >= 3 && weekday <= 5) {
    const thursday = Number(day.slice(8)) - (weekday - 4);
    if (Math.ceil(thursday / 7) === 4) return 'Thanksgiving break';
  }
  // Spring: the first full week of April.
  const monday = dayPlus(day, 1 - weekday);
  return monday.slice(5) >= '04-01' && monday.slice(5) <= '04-07' ? 'Spring break' : null;
}

export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The day, or the Friday before if it's on a weekend. */
export function lastWeekday(day: string): string {
  const weekday = weekdayOf(day);
  return dayPlus(day, weekday === 0 ? -2 : weekday === 6 ? -1 : 0);
}

export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayPlus(day, 1)) days.push(day);
  return days;
}

/** July 1 of the fiscal year that a day belongs to. */
export function fiscalYearStart(day: string): string {
  const year = Number(day.slice(0, 4));
  return day.slice(5) >= '07-01' ? `${year}-07-01` : `${year - 1}-07-01`;
}

/**
 * A function from wall times on a Pacific day to milliseconds since 1970. The offset is looked up once per
 * day; clocks never change during school hours.
 */
export function schoolClock(day: string): (minutes: number) => number {
  const noon = Date.parse(pacificInstant(day, '12:00'));
  return (minutes) => noon + (minutes - 720) * 60_000;
}
