import { EARLIEST_ENTRY_DAYS, type FieldProblems } from '#domain/sessions/session-rules.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';

/** Timecards, lunch breaks and meal rules are the matter of this employment type alone. */
export function recordsLunch(emp: string): boolean {
  return emp === 'w2_nonexempt';
}

/**
 * Whether a lunch break may be stored as entered.
 *
 * @param today the Pacific day of the clock of the side that asks
 */
export function lunchProblems(entry: { lunch_start_time: string }, today: string): FieldProblems {
  const day = pacificDay(entry.lunch_start_time);
  if (day > dayPlus(today, 1)) {
    return { lunch_start_time: 'The start is in the future. Record the break when it has begun.' };
  }
  if (day < dayPlus(today, -EARLIEST_ENTRY_DAYS)) {
    return { lunch_start_time: 'The start is more than two years ago.' };
  }
  return {};
}
