import { spansOverlap } from './session-rules.ts';

/** What the flags of a session depend on. */
export interface FlaggedSession {
  id: string;
  provider: string;
  service: string;
  student_ids: readonly string[];
  session_date: string;
  start_time: string;
  actual_minutes: number;
}

/** Whether one provider would have to be in two sessions in the same minute. */
export function sessionsOverlap(a: FlaggedSession, b: FlaggedSession): boolean {
  return a.provider === b.provider && spansOverlap(spanOf(a), spanOf(b));
}

/** The same student, service and start a second time: perhaps one session entered twice. */
export function mayBeDuplicates(a: FlaggedSession, b: FlaggedSession): boolean {
  return (
    a.id !== b.id &&
    a.service === b.service &&
    a.session_date === b.session_date &&
    a.start_time === b.start_time &&
    a.student_ids.some((id) => b.student_ids.includes(id))
  );
}

function spanOf(session: FlaggedSession) {
  return {
    id: session.id,
    day: session.session_date,
    start_time: session.start_time,
    minutes: session.actual_minutes,
  };
}
