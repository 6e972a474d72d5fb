import { ChevronRight } from 'lucide-react';
import type { LocalSession } from '#db/sessions.ts';
import type { LocalSoapNote } from '#db/soap-notes.ts';
import { mayWriteSoapNote } from '#domain/access/row-rules.ts';
import { SOAP_PARTS } from '#domain/notes/soap-note.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { useSession } from '#screens/device/held-sessions.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { NotesOfSession } from '#screens/device/readable-notes.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useStudentNames } from '#screens/device/student-names.ts';
import { Badge } from '#ui/badge.tsx';
import { NoteWriter } from './no-note-yet.tsx';
import { noteState } from './note-words.ts';

/** Each note of a session on a phone: its status and first words. Opens the notes. */
export function NotePreview({ id, onOpen }: { id: string; onOpen: () => void }) {
  const { result: session } = useSession(id);
  if (session == null || session.student_ids.length === 0) return null;
  return (
    <NotesOfSession session={session}>
      {(notes) => <Previews session={session} notes={notes} onOpen={onOpen} />}
    </NotesOfSession>
  );
}

interface PreviewsProps {
  session: LocalSession;
  notes: readonly LocalSoapNote[];
  onOpen: () => void;
}

function Previews({ session, notes, onOpen }: PreviewsProps) {
  const { profile } = useSignedIn();
  const students = useStudentNames();
  const isOwn = mayWriteSoapNote(ownActor(profile), session);
  return (
    <ul aria-label="Notes" className="divide-y divide-border rounded-lg border border-border bg-card">
      {session.student_ids.map((student) => {
        const note = notes.find((one) => one.student === student) ?? null;
        const state = noteState(note);
        const begins = note === null ? '' : (SOAP_PARTS.map((part) => note[part]).find(Boolean) ?? '');
        return (
          <li key={student}>
            <button
              type="button"
              onClick={onOpen}
              className="flex min-h-12 w-full items-center gap-2 px-3 py-2 text-left text-sm hover:bg-muted"
            >
              <span className="grid min-w-0 flex-1 justify-items-start gap-1">
                <span className="flex flex-wrap items-center gap-x-2">
                  {session.student_ids.length > 1 && (
                    <span className="font-medium">{nameIfKnown(students.get(student))}</span>
                  )}
                  <Badge variant={state.variant}>{state.label}</Badge>
                </span>
                {begins !== '' && <span className="line-clamp-2 text-muted-foreground">{begins}</span>}
                {note === null && !isOwn && (
                  <span className="text-muted-foreground">
                    <NoteWriter session={{ provider: session.provider, student_ids: [student] }} />
                  </span>
                )}
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
