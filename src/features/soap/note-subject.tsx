import type { LocalSession } from '#db/sessions.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { displayDay, displaySpan } from '#domain/time/pacific.ts';
import { useStudentNames } from '#screens/device/student-names.ts';
import { WholeTimes } from '#ui/time-display.tsx';

/** "Ibrahim Orozco · 11/24/2026, 1:00–1:30 PM": whose notes are open, and of which session. */
export function NoteSubject({ session }: { session: LocalSession }) {
  const students = useStudentNames();
  const names = session.student_ids.map((id) => nameIfKnown(students.get(id)));
  const { session_date, start_time, end_time } = session;
  const when = `${displayDay(session_date)}, ${displaySpan(start_time, end_time)}`;
  return <WholeTimes>{`${names.join(', ')} · ${when}`}</WholeTimes>;
}
