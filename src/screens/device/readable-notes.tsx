import { type ReactNode, useCallback } from 'react';
import type { GoalEntry, SoapNote } from '#contract/soap-note.ts';
import { type LocalSoapNote, type NoteWithEntries, notesOfSession, notesOfStudent } from '#db/soap-notes.ts';
import { holdsSoapNotes } from '#domain/access/permissions.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { ServerData } from '#ui/server-data.tsx';
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
  /** Newest first. */
  children: (notes: readonly NoteWithEntries[]) => ReactNode;
}

/** The notes about a student that the person can read, from this device or from the server. */
export function StudentNotes(props: StudentNotesProps) {
  return useHoldsNotes() ? <HeldStudentNotes {...props} /> : <AskedStudentNotes {...props} />;
}

function HeldStudentNotes({ student, children }: StudentNotesProps) {
  const notes = useLocal((db) => notesOfStudent(db, student), [student]);
  return notes === undefined ? null : children(notes);
}

function AskedStudentNotes({ student, children }: StudentNotesProps) {
  const answer = useServerData(useCallback((api) => askStudent(api, student), [student]));
  return (
    <ServerData name="notes" state={answer}>
      {children}
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

/** Questions that run: a page shows the notes of a session in two places, and each reading is audited. */
const running = new WeakMap<ApiClient, Map<string, Promise<NoteWithEntries[]>>>();

function askSession(api: ApiClient, session: string): Promise<NoteWithEntries[]> {
  const asked = running.get(api) ?? new Map<string, Promise<NoteWithEntries[]>>();
  running.set(api, asked);
  const known = asked.get(session);
  if (known !== undefined) return known;
  const answer = api
    .call('soap.list-of-session', { params: { id: session } })
    .then((notes) => notes.map(asKept))
    .finally(() => asked.delete(session));
  asked.set(session, answer);
  return answer;
}

async function askStudent(api: ApiClient, student: string): Promise<NoteWithEntries[]> {
  const notes = await api.call('soap.list-of-student', { params: { id: student } });
  return notes.map(asKept);
}

/** As a device would know it. */
function asKept({ goal_entries, ...note }: Answered): NoteWithEntries {
  return {
    note: { ...note, record_state: 'sent' },
    entries: goal_entries.map((entry) => ({ ...entry, record_state: 'sent' })),
  };
}
