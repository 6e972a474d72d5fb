import { type ReactNode, useCallback, useState } from 'react';
import type { GoalEntry, SoapNote } from '#contract/soap-note.ts';
import { type LocalSoapNote, type NoteWithEntries, notesOfSession, notesOfStudent } from '#db/soap-notes.ts';
import { holdsSoapNotes } from '#domain/access/permissions.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { askedOnce } from './running-questions.ts';
import { type ServerResult, useLocal, useServerData, useSignedIn } from './signed-in.ts';

type Answered = SoapNote & { goal_entries: readonly GoalEntry[] };

/** Whether this device holds notes; the office reads them from the server, and none of them stays here. */
export function useHoldsNotes(): boolean {
  const { auth, grants } = useSignedIn().profile;
  return holdsSoapNotes({ role: auth, grants });
}

/** The notes of a session from the server, for people whose devices hold none. */
export function useServerNotes(session: string): ServerResult<NoteWithEntries[]> {
  return useServerData(useCallback((api) => askSession(api, session), [session]));
}

interface StudentNotesProps {
  student: string;
  /** Maximum number; all if absent. */
  most?: number | undefined;
  /** Newest first. */
  children: (notes: readonly NoteWithEntries[]) => ReactNode;
}

/** The notes about a student that the person can read, from this device or from the server. */
export function StudentNotes(props: StudentNotesProps) {
  return useHoldsNotes() ? <HeldStudentNotes {...props} /> : <AskedStudentNotes {...props} />;
}

function HeldStudentNotes({ student, most, children }: StudentNotesProps) {
  const notes = useLocal((db) => notesOfStudent(db, student), [student]);
  return notes === undefined ? null : children(notes.slice(0, most));
}

/** Notes that the server is asked for at once, each time with an entry in the access record. */
const PAGE = 50;

function AskedStudentNotes({ student, most, children }: StudentNotesProps) {
  const { engine } = useSignedIn();
  // One more than a page shows whether there are others.
  const limit = most ?? PAGE + 1;
  const answer = useServerData(useCallback((api) => askStudent(api, student, limit), [student, limit]));
  const first = answer.result;
  const [later, setLater] = useState<{ to: NotePage; page: NotePage } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  // A first page that was asked for again has other pages after it.
  const known = later !== null && later.to === first ? later.page : first;
  const load = async () => {
    if (first === undefined || known === undefined) return;
    setLoading(true);
    setProblem(null);
    try {
      const page = await askStudent(engine.api, student, limit, known.notes.at(-1)?.note.id);
      setLater({ to: first, page: { ...page, notes: [...known.notes, ...page.notes] } });
    } catch (fault) {
      setProblem(fault instanceof Error ? fault.message : String(fault));
    } finally {
      setLoading(false);
    }
  };
  return (
    <ServerData name="notes" state={answer}>
      {() => (
        <>
          {children(known?.notes ?? [])}
          {known?.hasMore === true && (
            <div className="mt-3 grid justify-items-center gap-2 print:hidden">
              {problem !== null && (
                <p role="alert" className="text-destructive text-sm">
                  {problem}
                </p>
              )}
              <Button variant="outline" progress={isLoading ? 'loading' : 'idle'} onClick={() => void load()}>
                Show earlier notes
              </Button>
            </div>
          )}
        </>
      )}
    </ServerData>
  );
}

interface SessionNotesProps {
  session: string;
  children: (notes: readonly LocalSoapNote[]) => ReactNode;
  /** Shown while the server hasn't answered, or can't be reached; what the server's data says if absent. */
  unread?: ReactNode;
}

/** The notes of a session that the person can read, from this device or from the server. */
export function NotesOfSession(props: SessionNotesProps) {
  return useHoldsNotes() ? <HeldSessionNotes {...props} /> : <AskedSessionNotes {...props} />;
}

function HeldSessionNotes({ session, children }: SessionNotesProps) {
  const notes = useLocal((db) => notesOfSession(db, session), [session]);
  return notes === undefined ? null : children(notes);
}

function AskedSessionNotes({ session, children, unread }: SessionNotesProps) {
  const answer = useServerNotes(session);
  if (answer.result === undefined && unread !== undefined) return unread;
  return (
    <ServerData name="notes" state={answer}>
      {(found) => children(found.map(({ note }) => note))}
    </ServerData>
  );
}

const askSession = askedOnce(async (api, session) => {
  const notes = await api.call('soap.list-of-session', { params: { id: session } });
  return notes.map(asKept);
});

interface NotePage {
  notes: NoteWithEntries[];
  hasMore: boolean;
}

async function askStudent(api: ApiClient, student: string, limit: number, after?: string): Promise<NotePage> {
  const query = { limit, ...(after !== undefined && { after }) };
  const notes = (await api.call('soap.list-of-student', { params: { id: student }, query })).map(asKept);
  return { notes: notes.slice(0, PAGE), hasMore: notes.length > PAGE };
}

/** As a device would know it. */
function asKept({ goal_entries, ...note }: Answered): NoteWithEntries {
  return {
    note: { ...note, record_state: 'sent' },
    entries: goal_entries.map((entry) => ({ ...entry, record_state: 'sent' })),
  };
}
