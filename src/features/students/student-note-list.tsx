import { NotebookPen, Pencil, Plus } from 'lucide-react';
import { fileNotesOfStudent, type LocalStudentNote } from '#db/student-file.ts';
import { mayChangeStudentNote } from '#domain/access/row-rules.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { StudentNoteForm } from './student-note-form.tsx';

/** Notes in the student's file, newest first. Only the author and the office can change one. */
export function StudentNoteList({ student, isClosed }: { student: string; isClosed: boolean }) {
  const { profile } = useSignedIn();
  const notes = useLocal((db) => fileNotesOfStudent(db, student), [student]);
  const providers = usePeopleById('provider');
  const edit = useRecordEdit<LocalStudentNote>();
  if (notes === undefined || providers === undefined) return null;
  const actor = ownActor(profile);
  const authorOf = ({ provider, provider_name }: LocalStudentNote) =>
    provider === profile.user_id ? 'You' : (nameOnRow(provider, provider_name, providers) ?? 'A colleague');
  const add = (
    <Button variant="outline" onClick={edit.openNew}>
      <Plus aria-hidden="true" />
      Add note
    </Button>
  );
  return (
    <div className="grid gap-3">
      {!isClosed && notes.length > 0 && <div className="justify-self-end">{add}</div>}
      {notes.length === 0 ? (
        <Card>
          <EmptyState icon={NotebookPen} title="No notes yet" action={!isClosed && add}>
            Things everyone who works with this student should know.
          </EmptyState>
        </Card>
      ) : (
        <ul aria-label="Notes" className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="grid gap-1 rounded-lg border border-border bg-card p-4 text-sm">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium tabular-nums">{displayDay(note.note_date)}</span>
                <span className="text-muted-foreground">{authorOf(note)}</span>
                {note.record_state !== 'sent' && <RecordState state={note.record_state} />}
                {!isClosed && mayChangeStudentNote(actor, note) && (
                  <Button size="sm" variant="ghost" className="ml-auto" onClick={() => edit.open(note)}>
                    <Pencil aria-hidden="true" />
                    Edit<span className="sr-only"> the note of {displayDay(note.note_date)}</span>
                  </Button>
                )}
              </div>
              <p className="whitespace-pre-wrap break-words">{note.note}</p>
            </li>
          ))}
        </ul>
      )}
      {edit.form((note, leads) => (
        <StudentNoteForm student={student} note={note} {...leads} />
      ))}
    </div>
  );
}
