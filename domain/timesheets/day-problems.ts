/** Possible problems of a timesheet day. */
export const DAY_PROBLEMS = [
  'open-card',
  'meal-unexplained',
  'refused-change',
  'unsent-change',
  'overlap',
  'no-sessions',
  'duration-undecided',
] as const;
export type DayProblem = (typeof DAY_PROBLEMS)[number];

/** Problems that block submission; the others only warn. */
const BLOCKING: ReadonlySet<DayProblem> = new Set(['open-card', 'meal-unexplained', 'refused-change']);

export function blocksSubmission(problem: DayProblem): boolean {
  return BLOCKING.has(problem);
}

/** The problem and how to fix it. */
export const PROBLEM_WORDS: Record<DayProblem, string> = {
  'open-card': 'The timecard is still open. Clock out, or fix its times.',
  'meal-unexplained': 'A meal was missed, short, or late, and no lunch entry gives a reason.',
  'refused-change': 'A change on this day was rejected. Review it in the Sync center.',
  'unsent-change': "Some of this day hasn't synced yet.",
  overlap: 'Sessions overlap.',
  'no-sessions': 'Work was planned or clocked, but no sessions are logged.',
  'duration-undecided':
    "A changed duration is pending approval. Until it's approved, the scheduled minutes count.",
};
