import { displayDay, displaySpan } from '#domain/time/pacific.ts';
import { WEEKDAYS, weekdayOf } from '#domain/time/week.ts';

/** When a provider can be planned on a weekday, 0 is Sunday. Wall times `HH:mm`. */
export interface WeeklyHours {
  weekday: number;
  from: string;
  to: string;
}

/** Days on which a provider isn't there, inclusive. */
export interface DaysOff {
  start_date: string;
  end_date: string;
  reason: string;
}

/** A provider's weekly hours and time off. Without any hours no one has entered them: every time is fine. */
export interface Availability {
  weekly: readonly WeeklyHours[];
  days_off: readonly DaysOff[];
}

/** Validation errors by field; empty if the availability can be saved. */
export function availabilityProblems({
  weekly,
  days_off,
}: Availability): Partial<Record<'weekly' | 'days_off', string>> {
  const late = weekly.find(({ from, to }) => to <= from);
  const twice = weekly.find(({ weekday }, at) => weekly.findIndex((one) => one.weekday === weekday) !== at);
  const unexplained = days_off.find(({ reason }) => reason.trim() === '');
  const reversed = days_off.find(({ start_date, end_date }) => end_date < start_date);
  return {
    ...(late === undefined ? {} : { weekly: `${dayName(late)}: The end must be after the start.` }),
    ...(twice === undefined ? {} : { weekly: `${dayName(twice)} is listed twice.` }),
    ...(unexplained === undefined
      ? {}
      : { days_off: `${displayDay(unexplained.start_date)}: Enter a reason, such as vacation.` }),
    ...(reversed === undefined
      ? {}
      : { days_off: `${displayDay(reversed.start_date)}: The last day is before the first.` }),
  };
}

function dayName({ weekday }: Pick<WeeklyHours, 'weekday'>): string {
  return WEEKDAYS[weekday] ?? 'Unknown day';
}

/** A part of a Pacific day. Wall times `HH:mm`. */
export interface DaySpan {
  day: string;
  from: string;
  to: string;
}

/** Why someone isn't available, in the words of a warning without their name; null if they are. */
export function unavailableWords(
  { weekly, days_off }: Availability,
  { day, from, to }: DaySpan,
): string | null {
  const off = days_off.find(({ start_date, end_date }) => start_date <= day && day <= end_date);
  if (off !== undefined) return `off on ${displayDay(day)}${off.reason === '' ? '' : ` (${off.reason})`}`;
  if (weekly.length === 0) return null;
  const hours = weekly.find(({ weekday }) => weekday === weekdayOf(day));
  if (hours === undefined) return `not available on ${WEEKDAYS[weekdayOf(day)]}s`;
  const isWithin = hours.from <= from && to <= hours.to;
  return isWithin
    ? null
    : `only available ${displaySpan(hours.from, hours.to)} on ${WEEKDAYS[weekdayOf(day)]}s`;
}

/** The same in a word or two, as one of several days: "vacation", "not on Fridays". */
export function unavailableReason(availability: Availability, span: DaySpan): string | null {
  if (unavailableWords(availability, span) === null) return null;
  const { day } = span;
  const off = availability.days_off.find(({ start_date, end_date }) => start_date <= day && day <= end_date);
  if (off !== undefined) return off.reason === '' ? 'off' : off.reason;
  const weekday = weekdayOf(day);
  const hours = availability.weekly.find((one) => one.weekday === weekday);
  return hours === undefined ? `not on ${WEEKDAYS[weekday]}s` : `only ${displaySpan(hours.from, hours.to)}`;
}

/** "Monday to Thursday, 8:00 AM–3:00 PM" for days in a row with the same hours, each run on its own. */
export function weeklyHoursTexts(weekly: readonly WeeklyHours[]): string[] {
  const runs: WeeklyHours[][] = [];
  for (const hours of weekly.toSorted((a, b) => a.weekday - b.weekday)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const goesOn = last?.weekday === hours.weekday - 1 && last.from === hours.from && last.to === hours.to;
    if (run !== undefined && goesOn) run.push(hours);
    else runs.push([hours]);
  }
  return runs.flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const last = rest.at(-1);
    const days = last === undefined ? dayName(first) : `${dayName(first)} to ${dayName(last)}`;
    return [`${days}, ${displaySpan(first.from, first.to)}`];
  });
}

/** Time off between two Pacific days, by its first day. */
export function daysOffWithin(days_off: readonly DaysOff[], from: string, to: string | null): DaysOff[] {
  return days_off
    .filter(({ start_date, end_date }) => end_date >= from && (to === null || start_date <= to))
    .toSorted((a, b) => a.start_date.localeCompare(b.start_date));
}

/** "11/20/2026", or "11/20/2026 – 11/24/2026" */
export function daysOffText({ start_date, end_date }: Pick<DaysOff, 'start_date' | 'end_date'>): string {
  return start_date === end_date
    ? displayDay(start_date)
    : `${displayDay(start_date)} – ${displayDay(end_date)}`;
}
