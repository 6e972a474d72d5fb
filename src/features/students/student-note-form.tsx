import { useMemo } from 'react';
import type { LocalStudentNote } from '#db/student-file.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useFormDay, useToday } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { deleteNote, type NoteFields, problemsOfNote, recordNote } from './record-file.ts';

interface StudentNoteFormProps {
  student: string;
  /** Null for a new one. */
  note: LocalStudentNote | null;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Adds, changes, or deletes a note in the file, online or offline. */
export function StudentNoteForm({ student, note, ...leads }: StudentNoteFormProps) {
  const { workspace } = useSignedIn();
  const today = useToday();
  const { openedOn, midnightWords } = useFormDay();
  const form = useEntityForm({
    entity: 'student_note',
    initial: useMemo<NoteFields>(
      () => ({ note_date: note?.note_date ?? openedOn, note: note?.note ?? '' }),
      [note, openedOn],
    ),
    opened: note,
    draft: { form: 'student-note', of: student, day: openedOn },
    problemsOf: (values) => problemsOfNote(values, today),
    save: (values, entry) => recordNote(workspace, student, entry, values),
    ...leads,
  });
  const { inputs, values } = form;
  return (
    <EntitySheet
      form={form}
      deletion={
        note === null
          ? undefined
          : { name: `the note of ${displayDay(note.note_date)}`, run: () => deleteNote(workspace, note) }
      }
    >
      <EntityField form={form} name="note_date" required description={midnightWords(values.note_date)}>
        <Input type="date" max={today} {...inputs.register('note_date')} />
      </EntityField>
      <EntityField form={form} name="note" required>
        <Textarea rows={8} {...inputs.register('note')} />
      </EntityField>
    </EntitySheet>
  );
}
