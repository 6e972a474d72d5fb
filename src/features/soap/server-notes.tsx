import type { LocalSession } from '#db/sessions.ts';
import type { NoteWithEntries } from '#db/soap-notes.ts';
import { useFilesNotHere, useFollowedFiles } from '#screens/device/file-gate.tsx';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useServerNotes } from '#screens/device/readable-notes.tsx';
import { useLocal } from '#screens/device/signed-in.ts';
import { Awaited } from '#ui/awaited.tsx';
import { Badge } from '#ui/badge.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Tabs, TabsContent, TabsList } from '#ui/tabs.tsx';
import { GoalsNotHere } from './goals-not-here.tsx';
import { NoNoteYet, NoteWriter } from './no-note-yet.tsx';
import { noteFacts } from './note-facts.ts';
import { NoteMenu } from './note-menu.tsx';
import { NoteTriggers } from './note-triggers.tsx';
import { NoteView } from './note-view.tsx';
import { noteState } from './note-words.ts';

/** The notes of a session to read where this device doesn't hold them: from the server, each time. */
export function ServerNotes({ session }: { session: LocalSession }) {
  const answer = useServerNotes(session.id);
  return (
    <ServerData name="notes" state={answer}>
      {(notes) => {
        const noteOf = (student: string) => notes.find(({ note }) => note.student === student) ?? null;
        const [first = '', ...others] = session.student_ids;
        if (notes.length === 0) return <NoNoteYet session={session} />;
        if (others.length === 0) return <ReadNote session={session} student={first} shown={noteOf(first)} />;
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
                <ReadNote session={session} student={student} shown={noteOf(student)} />
              </TabsContent>
            ))}
          </Tabs>
        );
      }}
    </ServerData>
  );
}

interface ReadNoteProps {
  session: LocalSession;
  student: string;
  /** Null if there is none yet. */
  shown: NoteWithEntries | null;
}

function ReadNote({ session, student, shown }: ReadNoteProps) {
  const found = useLocal((db) => noteFacts(db, student), [student]);
  const providers = usePeopleById('provider');
  // A note is read and printed with the student's goals.
  useFollowedFiles([student]);
  const away = useFilesNotHere([student]);
  if (found === undefined || away === undefined) return <Awaited />;
  const facts = { ...found, providers };
  const state = noteState(shown?.note ?? null);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge variant={state.variant}>{state.label}</Badge>
        {shown !== null && away.length === 0 && (
          <span className="ml-auto">
            <NoteMenu {...{ session, shown, facts }} isOwn={false} isWriting={false} />
          </span>
        )}
      </div>
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
