import { FileText } from 'lucide-react';
import { servicesByName } from '#db/catalog.ts';
import { goalsOfStudent, type NoteWithEntries } from '#db/soap-notes.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { StudentNotes } from '#screens/device/readable-notes.tsx';
import { useLocal } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { NoteView } from './note-view.tsx';
import { noteState } from './note-words.ts';

interface NoteListProps {
  student: string;
  /** Maximum number, newest first; all if absent. */
  most?: number;
  /** Opens the session of a note. */
  onOpenSession: (id: string) => void;
}

/** The student's notes that the person can read, newest first, read-only. */
export function NoteList({ student, most, ...props }: NoteListProps) {
  return (
    <StudentNotes student={student} most={most}>
      {(notes) => <ListedNotes notes={notes} student={student} {...props} />}
    </StudentNotes>
  );
}

interface ListedNotesProps extends Omit<NoteListProps, 'most'> {
  notes: readonly NoteWithEntries[];
}

function ListedNotes({ notes, student, onOpenSession }: ListedNotesProps) {
  const goals = useLocal((db) => goalsOfStudent(db, student), [student]);
  const services = useLocal(servicesByName, []);
  const providers = usePeopleById('provider');
  if (goals === undefined || services === undefined) return null;
  if (notes.length === 0) {
    return (
      <Card>
        <EmptyState icon={FileText} title="No SOAP notes yet">
          Notes you can read appear here.
        </EmptyState>
      </Card>
    );
  }
  const line = ({ note }: NoteWithEntries) => {
    const author = nameOnRow(note.provider, note.provider_name, providers);
    const service = services.find(({ id }) => id === note.service)?.name;
    return [service, author].filter(Boolean).join(', ');
  };
  return (
    <ul aria-label="SOAP notes" className="grid gap-3">
      {notes.map((shown) => {
        const { note } = shown;
        const state = noteState(note);
        return (
          <li key={note.id} className="grid gap-4 rounded-lg border border-border bg-card p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="font-medium tabular-nums">{displayDay(note.note_date)}</span>
              <span className="text-muted-foreground">{line(shown)}</span>
              <Badge variant={state.variant}>{state.label}</Badge>
              {note.record_state !== 'sent' && <RecordState state={note.record_state} />}
              <Button
                size="sm"
                variant="ghost"
                className="ml-auto"
                onClick={() => onOpenSession(note.session)}
              >
                Open session<span className="sr-only"> of {displayDay(note.note_date)}</span>
              </Button>
            </p>
            <NoteView shown={shown} facts={{ goals, providers }} />
          </li>
        );
      })}
    </ul>
  );
}
