import type { ReactNode } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { notesOfSession } from '#db/soap-notes.ts';
import { mayWriteSoapNote } from '#domain/access/row-rules.ts';
import { takesWriting } from '#domain/notes/soap-commands.ts';
import { useSession } from '#screens/device/held-sessions.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useHoldsNotesOf } from '#screens/device/readable-notes.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Awaited } from '#ui/awaited.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { GroupNotes } from './group-notes.tsx';
import { NoNoteYet } from './no-note-yet.tsx';
import { NoteSection } from './note-section.tsx';
import { ServerNotes } from './server-notes.tsx';

interface SessionNotesProps {
  id: string;
  /** Shown above a note, by the id of its subject: the note or a goal result. */
  noticeOf: (id: string) => ReactNode;
  /** Whose note is shown first in a group. */
  first?: string | undefined;
  /** Without its own card and title, if the page has these. */
  isBare?: boolean;
}

/** The notes of a session: one for its student, or one for each student of a group. */
export function SessionNotes({ id, isBare = false, ...props }: SessionNotesProps) {
  const { result: session } = useSession(id);
  if (session == null || session.student_ids.length === 0) return null;
  const content = <FoundNotes session={session} {...props} />;
  if (isBare) return content;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{session.student_ids.length === 1 ? 'SOAP note' : 'SOAP notes'}</CardTitle>
      </CardHeader>
      <CardContent>{content}</CardContent>
    </Card>
  );
}

type HeldNotesProps = Pick<SessionNotesProps, 'noticeOf' | 'first'> & { session: LocalSession };

function FoundNotes(props: HeldNotesProps) {
  const isHeld = useHoldsNotesOf(props.session);
  if (isHeld === undefined) return <Awaited />;
  return isHeld ? <HeldNotes {...props} /> : <ServerNotes {...props} />;
}

function HeldNotes({ session, noticeOf, first }: HeldNotesProps) {
  const { profile } = useSignedIn();
  const notes = useLocal((db) => notesOfSession(db, session.id), [session.id]);
  if (notes === undefined) return <Awaited />;
  const isOwn = mayWriteSoapNote(ownActor(profile), session);
  const [only = '', ...others] = session.student_ids;
  if (notes.length === 0 && !isOwn) return <NoNoteYet session={session} />;
  const contentOf = (student: string) => (
    <NoteSection key={student} session={session} student={student} noticeOf={noticeOf} />
  );
  if (others.length === 0) return contentOf(only);
  const noteOf = (student: string) => notes.find((note) => note.student === student) ?? null;
  const isOpen = (student: string) => {
    const note = noteOf(student);
    return isOwn && (note === null || takesWriting(note));
  };
  return <GroupNotes {...{ session, noteOf, isOpen, contentOf, first }} />;
}
