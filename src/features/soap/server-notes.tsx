import { Fragment, type ReactNode, useRef } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import type { NoteWithEntries } from '#db/soap-notes.ts';
import { mayWriteSoapNote } from '#domain/access/row-rules.ts';
import { isFinished, takesWriting } from '#domain/notes/soap-commands.ts';
import { useFilesNotHere, useFollowedFiles } from '#screens/device/file-gate.tsx';
import { ownActor } from '#screens/device/own-actor.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useServerNotes } from '#screens/device/readable-notes.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Awaited } from '#ui/awaited.tsx';
import { Badge } from '#ui/badge.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { GoalsNotHere } from './goals-not-here.tsx';
import { GroupNotes } from './group-notes.tsx';
import { NoNoteYet, NoteWriter } from './no-note-yet.tsx';
import { NoteActions } from './note-actions.tsx';
import { noteFacts } from './note-facts.ts';
import { NoteMenu } from './note-menu.tsx';
import { NoteSection } from './note-section.tsx';
import { NoteView } from './note-view.tsx';
import { noteState } from './note-words.ts';

interface ServerNotesProps {
  session: LocalSession;
  /** Shown above a note, by the id of its subject: the note or a goal result. */
  noticeOf: (id: string) => ReactNode;
  /** Whose note is shown first in a group. */
  first?: string | undefined;
}

/**
 * The notes of a session where this device doesn't hold them: from the server, each time. Their author writes here what isn't
 * finished, which is on the device, and amends the rest.
 */
export function ServerNotes({ session, noticeOf, first }: ServerNotesProps) {
  const isOwn = mayWriteSoapNote(ownActor(useSignedIn().profile), session);
  const answer = useServerNotes(session.id);
  const isWritable = useIsWritable(answer);
  return (
    <ServerData name="notes" state={answer}>
      {(notes) => {
        // What is written here decides which tab opens.
        if (isOwn && answer.here === undefined) return <Awaited />;
        const [only = '', ...others] = session.student_ids;
        const shownOf = (student: string) => notes.find(({ note }) => note.student === student) ?? null;
        const contentOf = (student: string) => {
          const isWritten = isOwn && isWritable(student);
          if (isWritten === undefined) return <Awaited />;
          return isWritten ? (
            <NoteSection key={student} {...{ session, student, noticeOf }} />
          ) : (
            <ReadNote {...{ session, student, noticeOf, isOwn }} shown={shownOf(student)} />
          );
        };
        if (notes.length === 0 && !isOwn) return <NoNoteYet session={session} />;
        if (others.length === 0) return contentOf(only);
        const noteOf = (student: string) =>
          answer.here?.find((note) => note.student === student) ?? shownOf(student)?.note ?? null;
        const isOpen = (student: string) => {
          const note = noteOf(student);
          return isOwn && isWritable(student) === true && (note === null || takesWriting(note));
        };
        return <GroupNotes {...{ session, noteOf, isOpen, contentOf, first }} />;
      }}
    </ServerData>
  );
}

/**
 * Whether a student's note is written here by its author: if it isn't finished, as it is then on this device, or if there is none
 * yet. Undefined until that is known.
 */
function useIsWritable({ here, answered, answeredAt }: ReturnType<typeof useServerNotes>) {
  const lastHere = useRef(new Map<string, number | null>());
  for (const { student } of here ?? []) lastHere.current.set(student, answeredAt);
  return (student: string): boolean | undefined => {
    const isHere = here?.some((note) => note.student === student);
    const known = answered.find(({ note }) => note.student === student)?.note;
    // It has just left this device: the answer is from before it was finished, or deleted.
    const isOutdated =
      isHere === false && answeredAt !== null && lastHere.current.get(student) === answeredAt;
    if (isHere === undefined || isOutdated) return undefined;
    return known === undefined || (!isFinished(known) && isHere);
  };
}

interface ReadNoteProps extends Omit<ServerNotesProps, 'first'> {
  student: string;
  /** Whether the reader is its author. */
  isOwn: boolean;
  /** Null if there is none yet. */
  shown: NoteWithEntries | null;
}

function ReadNote({ session, student, noticeOf, isOwn, shown }: ReadNoteProps) {
  const found = useLocal((db) => noteFacts(db, student), [student]);
  const providers = usePeopleById('provider');
  // A note is read and printed with the student's goals.
  useFollowedFiles([student]);
  const away = useFilesNotHere([student]);
  if (found === undefined || away === undefined) return <Awaited />;
  const facts = { ...found, providers };
  const note = shown?.note ?? null;
  const state = noteState(note);
  const borrowed = note === null || !isOwn ? null : withoutRecordState(note);
  const menu = shown !== null && (isOwn || away.length === 0) && (
    <NoteMenu {...{ session, shown, facts, isOwn, borrowed }} isFileHere={away.length === 0} />
  );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge variant={state.variant}>{state.label}</Badge>
        {note !== null && note.record_state !== 'sent' && <RecordState state={note.record_state} />}
        {note !== null && isOwn ? (
          <NoteActions {...{ note, borrowed, menu }} lateText="" onLate={() => undefined} />
        ) : (
          <span className="ml-auto">{menu}</span>
        )}
      </div>
      {note !== null && <Fragment key={note.id}>{noticeOf(note.id)}</Fragment>}
      {shown === null ? (
        <p className="text-muted-foreground text-sm">
          <NoteWriter session={{ provider: session.provider, student_ids: [student] }} />
        </p>
      ) : (
        <>
          {away.length > 0 && <GoalsNotHere />}
          <NoteView shown={shown} facts={facts} />
        </>
      )}
    </div>
  );
}

/** As the server answered it. */
function withoutRecordState({ record_state: _, ...note }: NoteWithEntries['note']) {
  return note;
}
