import { Fragment, type ReactNode, useRef } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import type { NoteWithEntries } from '#db/soap-notes.ts';
import { mayWriteSoapNote } from '#domain/access/row-rules.ts';
import { isFinished } from '#domain/notes/soap-commands.ts';
import { useFilesNotHere, useFollowedFiles } from '#screens/device/file-gate.tsx';
import { ownActor } from '#screens/device/own-actor.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useServerNotes } from '#screens/device/readable-notes.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Awaited } from '#ui/awaited.tsx';
import { Badge } from '#ui/badge.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Tabs, TabsContent, TabsList } from '#ui/tabs.tsx';
import { GoalsNotHere } from './goals-not-here.tsx';
import { NoNoteYet, NoteWriter } from './no-note-yet.tsx';
import { NoteActions } from './note-actions.tsx';
import { noteFacts } from './note-facts.ts';
import { NoteMenu } from './note-menu.tsx';
import { NoteSection } from './note-section.tsx';
import { NoteTriggers } from './note-triggers.tsx';
import { NoteView } from './note-view.tsx';
import { noteState } from './note-words.ts';

interface ServerNotesProps {
  session: LocalSession;
  /** Shown above a note, by the id of its subject: the note or a goal result. */
  noticeOf: (id: string) => ReactNode;
}

/**
 * The notes of a session where this device doesn't hold them: from the server, each time. Their author writes here what isn't
 * finished, which is on the device, and amends the rest.
 */
export function ServerNotes({ session, noticeOf }: ServerNotesProps) {
  const isOwn = mayWriteSoapNote(ownActor(useSignedIn().profile), session);
  const answer = useServerNotes(session.id);
  return (
    <ServerData name="notes" state={answer}>
      {(notes) => {
        const [first = '', ...others] = session.student_ids;
        const noteOf = (student: string) => notes.find(({ note }) => note.student === student) ?? null;
        const contentOf = (student: string) => {
          const read = { session, student, noticeOf, isOwn, shown: noteOf(student) };
          return isOwn ? <OwnNote {...read} answer={answer} /> : <ReadNote {...read} />;
        };
        if (notes.length === 0 && !isOwn) return <NoNoteYet session={session} />;
        if (others.length === 0) return contentOf(first);
        return (
          <Tabs defaultValue={first}>
            <TabsList aria-label="Group notes" className="flex-wrap">
              <NoteTriggers
                students={session.student_ids}
                noteOf={(student) => noteOf(student)?.note ?? null}
              />
            </TabsList>
            {session.student_ids.map((student) => (
              <TabsContent key={student} value={student}>
                {contentOf(student)}
              </TabsContent>
            ))}
          </Tabs>
        );
      }}
    </ServerData>
  );
}

interface ReadNoteProps extends ServerNotesProps {
  student: string;
  /** Whether the reader is its author. */
  isOwn: boolean;
  /** Null if there is none yet. */
  shown: NoteWithEntries | null;
}

/** A note for its author: with the editor if it isn't finished, as it is then on this device, or if there is none yet. */
function OwnNote({ answer, ...read }: ReadNoteProps & { answer: ReturnType<typeof useServerNotes> }) {
  const { student } = read;
  const { here, answered, answeredAt } = answer;
  const isHere = here?.some((note) => note.student === student);
  const known = answered.find(({ note }) => note.student === student)?.note;
  const lastHere = useRef<number | null>(null);
  if (isHere) lastHere.current = answeredAt;
  // It has just left this device: the answer is from before it was finished, or deleted.
  const isOutdated = isHere === false && lastHere.current !== null && lastHere.current === answeredAt;
  if (isHere === undefined || isOutdated) return <Awaited />;
  const isWritable = known === undefined || (!isFinished(known) && isHere);
  return isWritable ? <NoteSection {...read} /> : <ReadNote {...read} />;
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
    <NoteMenu {...{ session, shown, facts, isOwn, borrowed }} isWriting={false} />
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
