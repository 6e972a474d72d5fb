import type { SessionSetting } from './session.ts';
import { spansOverlap } from './session-rules.ts';

/** The fields that the flags of a session depend on. */
export interface FlaggedSession {
  id: string;
  provider: string;
  service: string;
  student_ids: readonly string[];
  session_date: string;
  start_time: string;
  actual_minutes: number;
  setting: SessionSetting;
}

/** Whether two sessions of one provider overlap; a group captured child by child doesn't. */
export function sessionsOverlap(a: FlaggedSession, b: FlaggedSession): boolean {
  return a.provider === b.provider && !isOneGroup(a, b) && spansOverlap(spanOf(a), spanOf(b));
}

function isOneGroup(a: FlaggedSession, b: FlaggedSession): boolean {
  return (
    a.setting === 'group' &&
    b.setting === 'group' &&
    a.service === b.service &&
    a.start_time === b.start_time &&
    !a.student_ids.some((id) => b.student_ids.includes(id))
  );
}

/** Whether two sessions have the same student, service, and start: possibly one session entered twice. */
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
