import type { Session } from '#contract/session.ts';
import type { Student } from '#contract/student.ts';
import type { RecordState } from '#db/local-database.ts';
import type { SessionState } from '#domain/sessions/session.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { displayTime } from '#domain/time/pacific.ts';
import type { RecordStateName } from '#ui/record-state.tsx';

export const STATE_LABELS: Record<SessionState, string> = {
  draft: 'Draft',
  logged: 'Logged',
  completed: 'Completed',
  approved: 'Approved',
  locked: 'Locked',
};

export const REQUEST_LABELS: Record<Session['approval_request'], string> = {
  none: 'None',
  pending: 'Waits for approval',
  approved: 'Approved',
  refused: 'Refused',
};

export const RECORD_STATES: Record<RecordState, RecordStateName> = {
  sent: 'sent',
  waiting: 'on-device',
  attention: 'needs-attention',
};

/** Why a session can be looked at only; nothing while it may be changed. */
export function closedWords(state: SessionState): string | null {
  if (state === 'draft' || state === 'logged') return null;
  return `${state === 'approved' ? 'An' : 'A'} ${STATE_LABELS[state].toLowerCase()} session can no longer be changed.`;
}

type Students = ReadonlyMap<string, Student>;

/** The children of a session: one by the whole name, a group by short names. */
export function studentNames(session: Pick<Session, 'student_ids'>, students: Students): string {
  const known = session.student_ids.flatMap((id) => students.get(id) ?? []);
  const missing = session.student_ids.length - known.length;
  const [only] = known;
  const names = known.length === 1 && missing === 0 && only ? [fullName(only)] : known.map(shortName);
  if (missing > 0) names.push(missing === 1 ? '1 other student' : `${missing} other students`);
  return names.join(', ') || 'No student';
}

export function timeRange({ start_time, end_time }: Pick<Session, 'start_time' | 'end_time'>): string {
  return `${displayTime(start_time)} – ${displayTime(end_time)}`;
}
