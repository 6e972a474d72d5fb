/** The fields of a session that determine whether a note is due. */
interface NotedSession {
  id: string;
  student_ids: readonly string[];
  attendance: string;
  /** Imported from the previous system, where its note is. */
  is_history?: boolean | undefined;
}

/** The fields of a SOAP note that determine whether it is finished. */
interface SessionNote {
  session: string;
  student: string;
  state: string;
}

/** Attendance codes of delivered sessions, which need a note. */
export const WITH_NOTE: ReadonlySet<string> = new Set(['delivered', 'make-up']);

/**
 * How many notes a student's sessions still need: one per delivered session until it is signed, and again
 * after a return.
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
    ({ id, student_ids, attendance, is_history }) =>
      is_history !== true && student_ids.includes(student) && WITH_NOTE.has(attendance) && !signed.has(id),
  ).length;
}
