import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import { refusedWriteOf } from '#db/outbox.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import type { LocalStudentNote } from '#db/student-file.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { useFormDay, useToday } from '#sync/today.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { RecordForm } from '#ui/record-form.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { deleteNote, type NoteFields, problemsOfNote, recordNote } from './record-file.ts';

interface NoteFormProps {
  student: string;
  /** Nothing for a new one. */
  note: LocalStudentNote | null;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Writes, changes or deletes a note in the file; without a network too. */
export function NoteForm({ student, note, onClose, onAddAnother }: NoteFormProps) {
  const { workspace } = useSignedIn();
  const today = useToday();
  const { openedOn, midnightWords } = useFormDay();
  const draft = useFormDraft(
    note === null ? `student-note|new|${student}` : `student-note|${note.id}`,
    note === null ? openedOn : null,
  );
  const refused = useLocal((db) => refusedWriteOf(db, note?.id ?? ''), [note?.id]);
  const [isDeleting, setDeleting] = useState(false);
  const initial = useMemo<NoteFields>(
    () => ({ note_date: note?.note_date ?? openedOn, note: note?.note ?? '' }),
    [note, openedOn],
  );
  if (refused === undefined) return null;
  return (
    <RecordForm
      title={note === null ? 'New note' : 'Edit note'}
      initial={initial}
      opened={note}
      draft={draft}
      problemsOf={(values) => problemsOfNote(values, today)}
      save={(values, entry) => recordNote(workspace, student, entry, values)}
      wordsOf={notSavedWords}
      savedWords="Note saved on this device"
      refusal={refused?.problem ?? null}
      onClose={onClose}
      onAddAnother={onAddAnother}
      footer={
        note !== null && (
          <Button variant="ghost" className="text-destructive" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        )
      }
    >
      {(form, problems) => (
        <>
          <Field
            label="Date"
            required
            error={problems.note_date}
            description={midnightWords(form.watch().note_date)}
          >
            <Input type="date" max={today} {...form.register('note_date')} />
          </Field>
          <Field label="Note" required error={problems.note}>
            <Textarea rows={8} {...form.register('note')} />
          </Field>
          {note !== null && (
            <DeleteConfirmation
              name={`the note of ${displayDay(note.note_date)}`}
              open={isDeleting}
              onOpenChange={setDeleting}
              onConfirm={async () => {
                await deleteNote(workspace, note);
                await draft.drop();
                toast.success('Note deleted on this device', { duration: 2_500 });
                onClose();
              }}
            />
          )}
        </>
      )}
    </RecordForm>
  );
}
