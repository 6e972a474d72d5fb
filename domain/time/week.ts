import { dayPlus } from './pacific.ts';

/** The Monday of the week that a day belongs to. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayPlus(day, -((weekday + 6) % 7));
}
