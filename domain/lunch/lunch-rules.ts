import { EARLIEST_ENTRY_DAYS, type FieldErrors } from '#domain/sessions/session-rules.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { LONGEST_LUNCH_MINUTES } from './lunch-break.ts';

/** Whether this employment type has timecards, lunch breaks, and meal rules. */
export function recordsLunch(emp: string): boolean {
  return emp === 'w2_nonexempt';
}

/**
 * Validation errors of a lunch break; empty if it may be stored.
 * @param today the current Pacific day by the caller's clock
 */
export function lunchProblems(
  entry: { lunch_start_time: string; lunch_end_time?: string | null },
  today: string,
): FieldErrors {
  const { lunch_start_time: start, lunch_end_time: end = null } = entry;
  if (end !== null && Date.parse(end) < Date.parse(start)) {
    return { lunch_end_time: 'The end must come after the start.' };
  }
  const day = pacificDay(entry.lunch_start_time);
  if (day > dayPlus(today, 1)) {
    return { lunch_start_time: 'The start is in the future. Record the break once it starts.' };
  }
  if (day < dayPlus(today, -EARLIEST_ENTRY_DAYS)) {
    return { lunch_start_time: 'The start is more than two years ago.' };
  }
  return {};
}

interface PunchedTimes {
  lunch_start_time: string;
  lunch_end_time: string | null;
  lunch_duration: number;
  source: 'manual' | 'punch';
}

/**
 * The end of a break whose start or duration changed. A punched break keeps its end to the second unless its
 * times are edited; a running one stays open, and one from the form has none.
 */
export function endAfterChange(
  before: PunchedTimes,
  changes: { [Field in keyof PunchedTimes]?: PunchedTimes[Field] | undefined },
): string | null {
  if (changes.lunch_end_time !== undefined) return changes.lunch_end_time;
  if (before.lunch_end_time === null) return null;
  const {
    lunch_start_time: start = before.lunch_start_time,
    lunch_duration: duration = before.lunch_duration,
  } = changes;
  const isSame = start === before.lunch_start_time && duration === before.lunch_duration;
  return isSame ? before.lunch_end_time : new Date(Date.parse(start) + duration * 60_000).toISOString();
}

/** The whole minutes entered for a punched break; its end keeps the seconds. */
export function minutesPunched(start: string, end: string): number {
  const whole = Math.floor((Date.parse(end) - Date.parse(start)) / 60_000);
  return Math.min(Math.max(whole, 1), LONGEST_LUNCH_MINUTES);
}
