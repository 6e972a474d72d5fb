import type { Session } from '#contract/session.ts';
import { dayPlus } from '#domain/time/pacific.ts';

export interface WeekNumbers {
  sessions: number;
  students: number;
  minutes: number;
  /** Delivered or made up, of all that were recorded. */
  delivered: number;
}

/** The Monday of a Pacific day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayPlus(day, -((weekday + 6) % 7));
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
