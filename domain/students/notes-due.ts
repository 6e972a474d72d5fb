/** A session, as far as its notes go. */
interface NotedSession {
  id: string;
  student_ids: readonly string[];
  attendance: string;
}

/** A SOAP note, as far as whether it is still to be finished. */
interface SessionNote {
  session: string;
  student: string;
  state: string;
}

/** Attendance codes of sessions that were delivered, so that there is something to write down. */
export const WITH_NOTE: ReadonlySet<string> = new Set(['delivered', 'make-up']);

/**
 * How many notes a student's sessions still ask for: of each session that took place
 * one, which counts until it is signed, and again where it came back.
 */
export function notesDue(
  student: string,
  sessions: readonly NotedSession[],
  notes: readonly SessionNote[],
): number {
  const signed = new Set(
    notes
      .filter((note) => note.student === student && (note.state === 'signed' || note.state === 'co-signed'))
      .map(({ session }) => session),
  );
  return sessions.filter(
    ({ id, student_ids, attendance }) =>
      student_ids.includes(student) && WITH_NOTE.has(attendance) && !signed.has(id),
  ).length;
}
