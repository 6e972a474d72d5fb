import { dayPlus } from '#domain/time/pacific.ts';

/**
 * The days of a school break, in order: all weekdays from the first to the last day. A range of weekend days alone is
 * taken as it is.
 */
export function closedDaysOf(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayPlus(day, 1)) days.push(day);
  const weekdays = days.filter((day) => !isWeekend(day));
  return weekdays.length === 0 ? days : weekdays;
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
