import type { GoalResult } from './soap-note.ts';

type Counts = Pick<GoalResult, 'trials' | 'correct'>;

/** Whole percent of correct trials, half rounded up; null if it can't be computed. */
export function accuracyOf({ trials, correct }: Counts): number | null {
  if (trials === null || correct === null || trials === 0 || correct > trials) return null;
  return Math.floor((correct * 100) / trials + 0.5);
}

/** "8 of 10 (80%)"; null if nothing was counted. */
export function resultWords(counts: Counts): string | null {
  const { trials, correct } = counts;
  if (trials === null) return null;
  if (correct === null) return trials === 1 ? '1 trial' : `${trials} trials`;
  const accuracy = accuracyOf(counts);
  return `${correct} of ${trials}${accuracy === null ? '' : ` (${accuracy}%)`}`;
}
