import { CloudOff } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { GoalEntry, SoapNote } from '#contract/soap-note.ts';
import { isHeldByDay, type LocalSession } from '#db/sessions.ts';
import { type LocalSoapNote, type NoteWithEntries, notesOfSession, notesOfStudent } from '#db/soap-notes.ts';
import { holdsSoapNotes } from '#domain/access/permissions.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { MoreRows } from '#ui/more-rows.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { useHeldFrom, useHoldsDays, useReloadAfterChange } from './held-sessions.ts';
import { useLaterPages } from './later-pages.ts';
import { askedOnce } from './running-questions.ts';
import { type ServerResult, useLocal, useServerData, useSignedIn } from './signed-in.ts';

type Answered = SoapNote & { goal_entries: readonly GoalEntry[] };

type Subject = Pick<LocalSession, 'id' | 'provider' | 'session_date' | 'record_state'>;

/** Whether this device holds notes; the office reads them from the server, and none of them stays here. */
function useHoldsNotes(): boolean {
  const { auth, grants } = useSignedIn().profile;
  return holdsSoapNotes({ role: auth, grants });
}

/** Whether this device holds the notes of a session: by months or fiscal years, as the sessions. Undefined until loaded. */
export function useHoldsNotesOf(session: Subject): boolean | undefined {
  const { id, provider, session_date } = session;
  const isHeld = useHoldsDays({ from: session_date, to: session_date, provider });
  // It may have been entered here, or a change that waits here may have moved it to a day that is held.
  const asksRow = session.record_state !== 'sent';
  const isHere = useLocal(async (db) => !asksRow || isHeldByDay(db, id), [asksRow, id]);
  const heldFrom = useHeldFrom();
  if (!useHoldsNotes()) return false;
  if (!asksRow || heldFrom === null) return isHeld;
  return isHere;
}

/** Notes from the server, as this device shows them. */
interface ServerNotesResult extends ServerResult<NoteWithEntries[]> {
  /** The same as the server answered them. */
  answered: readonly NoteWithEntries[];
  /** Those that are on this device; undefined until loaded. */
  here: readonly LocalSoapNote[] | undefined;
}

/** The notes of a session from the server, where this device doesn't hold them. */
export function useServerNotes(session: string): ServerNotesResult {
  const answer = useServerData(useCallback((api) => askSession(api, session), [session]));
  const here = useLocal((db) => notesOfSession(db, session), [session]);
  useReloadAfterChange(here, answer.reload);
  const answered = answer.result ?? NO_NOTES;
  return { ...answer, result: answer.result && withHere(answer.result, here), answered, here };
}

const NO_NOTES: readonly NoteWithEntries[] = [];

/** A note that is here without its month waits for a co-signature, or has one that wasn't sent yet: that is what is shown. */
function withHere(
  answered: readonly NoteWithEntries[],
  here: readonly LocalSoapNote[] | undefined,
): NoteWithEntries[] {
  return answered.map((one) => ({ ...one, note: here?.find(({ id }) => id === one.note.id) ?? one.note }));
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
  const holdsNotes = useHoldsNotes();
  const heldFrom = useHeldFrom();
  if (!holdsNotes) return <AskedStudentNotes {...props} />;
  if (heldFrom === undefined) return null;
  return heldFrom === null ? (
    <HeldStudentNotes {...props} />
  ) : (
    <RecentStudentNotes {...props} from={heldFrom} />
  );
}

/** @param from the day since which all notes are here that the person may see */
function RecentStudentNotes({ from, ...props }: StudentNotesProps & { from: string }) {
  const { student, most, children } = props;
  const notes = useLocal((db) => notesOfStudent(db, student), [student]);
  const [showsAll, setShowsAll] = useState(false);
  if (notes === undefined) return null;
  if (showsAll || notes.length === 0) return <AskedStudentNotes {...props} from={from} />;
  return (
    <>
      {children(notes.slice(0, most))}
      {most === undefined && (
        <OlderNotes
          {...{ student, from }}
          here={notes.map(({ note }) => note.id)}
          onShow={() => setShowsAll(true)}
        />
      )}
    </>
  );
}

interface OlderNotesProps {
  student: string;
  from: string;
  here: readonly string[];
  onShow: () => void;
}

/** Offers a student's notes that aren't on this device, if the server has any; offline it says that there may be some. */
function OlderNotes({ student, from, here, onShow }: OlderNotesProps) {
  // More than are here: if there are so many, one of them isn't.
  const limit = Math.min(here.length + 1, MOST_OLDER);
  const { result, problem, isOffline } = useServerData(
    useCallback(
      (api) => api.call('soap.list-older', { params: { id: student }, query: { before: from, limit } }),
      [student, from, limit],
    ),
  );
  const before = `Notes from before ${displayDay(from)}`;
  const isKnown = result?.some((id) => !here.includes(id));
  if (isKnown === false || (isKnown === undefined && problem === null)) return null;
  if (isKnown === undefined && isOffline) {
    return (
      <p className="mt-3 text-center text-muted-foreground text-sm print:hidden">
        {before} aren't on this device. If there are any, you can see them when you're online.
      </p>
    );
  }
  return (
    <div className="mt-3 grid justify-items-center gap-2 print:hidden">
      <p className="text-muted-foreground text-sm">{before} aren't on this device.</p>
      <Button variant="outline" onClick={onShow}>
        Show all notes
      </Button>
    </div>
  );
}

function HeldStudentNotes({ student, most, children }: StudentNotesProps) {
  const notes = useLocal((db) => notesOfStudent(db, student), [student]);
  return notes === undefined ? null : children(notes.slice(0, most));
}

/** Notes that the server is asked for at once, each time with an entry in the access record. */
const PAGE = 50;
/** Ids of notes that are asked for at once. */
const MOST_OLDER = 500;

/** @param from the day since which all notes would be here, where this device holds any */
function AskedStudentNotes({ student, most, from, children }: StudentNotesProps & { from?: string }) {
  const ask = useCallback(
    (api: ApiClient, after?: string) => askStudent(api, student, most, after),
    [student, most],
  );
  const answer = useServerData(useCallback((api) => ask(api), [ask]));
  const here = useLocal((db) => notesOfStudent(db, student), [student])?.map(({ note }) => note);
  useReloadAfterChange(here, answer.reload);
  const { rows, ...pages } = useLaterPages(answer.result, notesIn, ask);
  if (from !== undefined && here?.length === 0 && answer.result === undefined && answer.isOffline) {
    return (
      <Card>
        <EmptyState
          icon={CloudOff}
          title="No notes on this device"
          action={
            <Button
              variant="outline"
              progress={answer.isAsking ? 'loading' : 'idle'}
              onClick={() => void answer.reload()}
            >
              Try again
            </Button>
          }
        >
          You're offline. Notes from before {displayDay(from)} need a connection.
        </EmptyState>
      </Card>
    );
  }
  return (
    <ServerData name="notes" state={answer}>
      {() => (
        <>
          {children(withHere(rows, here))}
          <MoreRows paged={pages} action="Show earlier notes" />
        </>
      )}
    </ServerData>
  );
}

interface SessionNotesProps {
  session: Subject;
  children: (notes: readonly LocalSoapNote[]) => ReactNode;
  /** Shown while the server hasn't answered, or can't be reached; what the server's data says if absent. */
  unread?: (isAsking: boolean) => ReactNode;
}

/** The notes of a session that the person can read, from this device or from the server. */
export function NotesOfSession(props: SessionNotesProps) {
  const isHeld = useHoldsNotesOf(props.session);
  if (isHeld === undefined) return null;
  return isHeld ? <HeldSessionNotes {...props} /> : <AskedSessionNotes {...props} />;
}

function HeldSessionNotes({ session: { id }, children }: SessionNotesProps) {
  const notes = useLocal((db) => notesOfSession(db, id), [id]);
  return notes === undefined ? null : children(notes);
}

function AskedSessionNotes({ session, children, unread }: SessionNotesProps) {
  const answer = useServerNotes(session.id);
  if (answer.result === undefined && unread !== undefined) return unread(answer.isAsking);
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
  next: string | null;
}

const notesIn = ({ notes }: NotePage) => notes;

/** @param most the only notes that are wanted; a page of all if absent */
async function askStudent(
  api: ApiClient,
  student: string,
  most: number | undefined,
  after?: string,
): Promise<NotePage> {
  // One more than a page shows whether there are others.
  const query = { limit: most ?? PAGE + 1, ...(after !== undefined && { after }) };
  const notes = (await api.call('soap.list-of-student', { params: { id: student }, query })).map(asKept);
  const page = notes.slice(0, PAGE);
  return { notes: page, next: notes.length > PAGE ? (page.at(-1)?.note.id ?? null) : null };
}

/** As a device would know it. */
function asKept({ goal_entries, ...note }: Answered): NoteWithEntries {
  return {
    note: { ...note, record_state: 'sent' },
    entries: goal_entries.map((entry) => ({ ...entry, record_state: 'sent' })),
  };
}
