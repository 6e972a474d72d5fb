import { dayPlus } from './pacific.ts';

/** "October 2026", of `2026-10` */
export function monthText(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** The months up to this day, the newest first. */
export function monthsUntil(today: string, count: number): string[] {
  const months: string[] = [];
  let day = today;
  while (months.length < count) {
    months.push(day.slice(0, 7));
    day = dayPlus(`${day.slice(0, 7)}-01`, -1);
  }
  return months;
}

/** The days of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const next = dayPlus(`${month}-28`, 4).slice(0, 7);
  return { from: `${month}-01`, to: dayPlus(`${next}-01`, -1) };
}
