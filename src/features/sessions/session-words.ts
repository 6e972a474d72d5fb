import type { Session } from '#contract/session.ts';
import type { StudentName } from '#contract/student.ts';
import type { OutboxRow } from '#db/local-database.ts';
import { requestsOf, type SessionRequest } from '#domain/sessions/session-requests.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { displaySpan } from '#domain/time/pacific.ts';
import { REQUEST_KIND_LABELS, REQUEST_LABELS } from '#entities/words/code-labels.ts';
import type { ById } from '#screens/device/people-by-id.ts';

/** What has become of an ask: one that is still on this device waits for no one yet. */
export function requestState(
  { state, asked_at }: Pick<SessionRequest, 'state' | 'asked_at'>,
  unsent: ReadonlyMap<string, OutboxRow['state']>,
): { label: string; variant: 'outline' | 'warning' | 'success' | 'destructive' } {
  const write = unsent.get(asked_at);
  if (write === undefined || state !== 'pending') {
    const looks = { pending: 'warning', approved: 'success', refused: 'destructive' } as const;
    return { label: REQUEST_LABELS[state], variant: looks[state] };
  }
  return write === 'parked'
    ? { label: 'Needs attention', variant: 'destructive' }
    : { label: 'Not synced yet', variant: 'outline' };
}

/** What is out of the ordinary about a session, each in a word and in a sentence. */
export function remarksOf(session: Session): { label: string; words: string }[] {
  const remarks: [boolean, string, string][] = [
    [session.late_for_payroll, 'Late for payroll', 'Late for payroll: paid with the next run.'],
    [
      session.late_for_client === true,
      'Late for billing',
      'Late for billing: billed on a supplemental invoice.',
    ],
    [session.has_overlap, 'Overlap', "Overlaps another of the provider's sessions."],
    [session.is_possible_duplicate, 'Possible duplicate', 'May be a duplicate.'],
  ];
  return remarks.filter(([applies]) => applies).map(([, label, words]) => ({ label, words }));
}

/** What is asked about a session, newest first: "Changed duration: Waiting for approval". */
export function requestWords(session: Session): string {
  return requestsOf(session)
    .map(({ kind, state }) => `${REQUEST_KIND_LABELS[kind]}: ${REQUEST_LABELS[state].toLowerCase()}`)
    .toReversed()
    .join(', ');
}

type Students = ById<StudentName>;

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
  return displaySpan(start_time, end_time);
}
