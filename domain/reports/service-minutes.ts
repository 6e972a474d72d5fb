import type { Attendance } from '#domain/sessions/session.ts';
import { type CountedSession, countedMinutes } from '#domain/sessions/session-minutes.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';

/** Whether a student received the service in the session: delivered, or as a makeup session. */
export function wasDelivered({ attendance }: { attendance: Attendance }): boolean {
  return WITH_NOTE.has(attendance);
}

/** The service minutes that each student of a session received: the same minutes that authorizations count. */
export function deliveredMinutes(session: CountedSession): number {
  return wasDelivered(session) ? countedMinutes(session) : 0;
}

/**
 * The minutes that were planned for each student of a recorded session. A makeup session has none of its own: the
 * session that it makes up was planned.
 */
export function plannedMinutes(
  session: Pick<CountedSession, 'attendance' | 'scheduled_minutes'> & { make_up_of: string | null },
): number {
  return session.attendance === 'make-up' || session.make_up_of !== null ? 0 : session.scheduled_minutes;
}

/** Delivered minutes in whole percent of the planned ones, rounded down; null where nothing was planned. */
export function deliveredPercent(delivered: number, planned: number): number | null {
  return planned === 0 ? null : Math.floor((delivered * 100) / planned);
}
