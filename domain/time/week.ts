import { dayPlus, displayDay } from './pacific.ts';

/** The Sunday of a day's week, as calendars show it. */
export function sundayOf(day: string): string {
  return dayPlus(day, -weekdayOf(day));
}

/** The Monday of a day's week, by which minutes are added up: authorized ones, and hours of a pay period. */
export function mondayOf(day: string): string {
  return dayPlus(day, -((weekdayOf(day) + 6) % 7));
}

/** By number, Sunday first. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** "Tue" */
export function weekdayName(day: string): string {
  return WEEKDAYS[weekdayOf(day)]?.slice(0, 3) ?? '';
}

/** "Tue 11/24/2026" */
export function dayWithWeekday(day: string): string {
  return `${weekdayName(day)} ${displayDay(day)}`;
}
