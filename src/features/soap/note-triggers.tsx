import type { LocalSoapNote } from '#db/soap-notes.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { useStudentNames } from '#screens/device/student-names.ts';
import { Badge } from '#ui/badge.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { TabsTrigger } from '#ui/tabs.tsx';
import { noteState } from './note-words.ts';

interface NoteTriggersProps {
  students: readonly string[];
  noteOf: (student: string) => LocalSoapNote | null;
}

/** The tabs of a group's notes: one per student, with the state of the note. */
export function NoteTriggers({ students, noteOf }: NoteTriggersProps) {
  const people = useStudentNames();
  return students.map((student) => {
    const note = noteOf(student);
    const state = noteState(note);
    return (
      <TabsTrigger key={student} value={student}>
        {nameIfKnown(people.get(student))}
        <Badge variant={state.variant}>{state.label}</Badge>
        {note !== null && note.record_state !== 'sent' && <RecordState iconOnly state={note.record_state} />}
      </TabsTrigger>
    );
  });
}
