import type { Session } from '#contract/session.ts';
import { tookPlace } from '#domain/sessions/attendance.ts';

export interface WeekNumbers {
  sessions: number;
  students: number;
  minutes: number;
  /** Delivered or made up, of all that were recorded. */
  delivered: number;
}

/** What a provider's sessions of a week come to. Minutes are those that My Hours counts: direct and indirect. */
export function weekNumbers(
  sessions: readonly Pick<Session, 'student_ids' | 'direct_minutes' | 'indirect_minutes' | 'attendance'>[],
): WeekNumbers {
  return {
    sessions: sessions.length,
    students: new Set(sessions.flatMap((session) => session.student_ids)).size,
    minutes: sessions
      .filter(({ attendance }) => tookPlace(attendance))
      .reduce((sum, { direct_minutes, indirect_minutes }) => sum + direct_minutes + indirect_minutes, 0),
    delivered: sessions.filter(({ attendance }) => attendance === 'delivered' || attendance === 'make-up')
      .length,
  };
}
