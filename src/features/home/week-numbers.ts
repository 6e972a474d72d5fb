import type { Session } from '#contract/session.ts';

export interface WeekNumbers {
  sessions: number;
  students: number;
  minutes: number;
  /** Delivered or made up, of all that were recorded. */
  delivered: number;
}

/** What a provider's sessions of a week come to. Minutes are actual ones. */
export function weekNumbers(
  sessions: readonly Pick<Session, 'student_ids' | 'actual_minutes' | 'attendance'>[],
): WeekNumbers {
  return {
    sessions: sessions.length,
    students: new Set(sessions.flatMap((session) => session.student_ids)).size,
    minutes: sessions.reduce((sum, session) => sum + session.actual_minutes, 0),
    delivered: sessions.filter(({ attendance }) => attendance === 'delivered' || attendance === 'make-up')
      .length,
  };
}
