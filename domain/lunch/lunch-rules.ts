import { EARLIEST_ENTRY_DAYS, type FieldProblems } from '#domain/sessions/session-rules.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { LONGEST_LUNCH_MINUTES } from './lunch-break.ts';

/** Timecards, lunch breaks and meal rules are the matter of this employment type alone. */
export function recordsLunch(emp: string): boolean {
  return emp === 'w2_nonexempt';
}

/**
 * Whether a lunch break may be stored as entered.
 *
 * @param today the Pacific day of the clock of the side that asks
 */
export function lunchProblems(
  entry: { lunch_start_time: string; lunch_end_time?: string | null },
  today: string,
): FieldProblems {
  const { lunch_start_time: start, lunch_end_time: end = null } = entry;
  if (end !== null && Date.parse(end) < Date.parse(start)) {
    return { lunch_end_time: 'The end must come after the start.' };
  }
  const day = pacificDay(entry.lunch_start_time);
  if (day > dayPlus(today, 1)) {
    return { lunch_start_time: 'The start is in the future. Record the break once it has started.' };
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
 * The end of a break whose start or duration is changed. One that was punched keeps
 * its end to the second unless the times are entered anew; one that runs stays open, and
 * one that the form wrote has none.
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

/** The whole minutes that a punched break is entered with; its seconds stand in its end. */
export function minutesPunched(start: string, end: string): number {
  const whole = Math.floor((Date.parse(end) - Date.parse(start)) / 60_000);
  return Math.min(Math.max(whole, 1), LONGEST_LUNCH_MINUTES);
}
