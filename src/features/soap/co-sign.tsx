import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import type { LocalDatabase } from '#db/local-database.ts';
import { providersById, studentsById } from '#db/people.ts';
import { type LocalSession, sessionById } from '#db/sessions.ts';
import { type LocalSoapNote, notesAwaitingCoSign, returnedNotesOf } from '#db/soap-notes.ts';
import { type Actor, mayCoSign } from '#domain/access/row-rules.ts';
import { lastNoteBefore } from '#domain/notes/carry-forward.ts';
import { SOAP_PARTS } from '#domain/notes/soap-note.ts';
import { sharedPercent } from '#domain/notes/text-changes.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { type SignedInDevice, useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { noteFacts } from './note-facts.ts';
import { NoteView } from './note-view.tsx';
import { wordsOf } from './note-words.ts';
import { coSignNote, returnNote } from './record-note.ts';

interface Listed {
  note: LocalSoapNote;
  student: string;
  provider: string;
}

async function actorHere(db: LocalDatabase, profile: SignedInDevice['profile']): Promise<Actor> {
  const providers = await providersById(db);
  const supervised = [...providers.values()].filter(({ supervisors }) =>
    supervisors.includes(profile.user_id),
  );
  return { ...ownActor(profile), supervisee_ids: new Set(supervised.map(({ id }) => id)) };
}

async function listed(
  db: LocalDatabase,
  choose: (db: LocalDatabase) => Promise<LocalSoapNote[]>,
): Promise<Listed[]> {
  const [notes, students, providers] = await Promise.all([choose(db), studentsById(db), providersById(db)]);
  return notes.map((note) => {
    const student = students.get(note.student);
    return {
      note,
      student: student === undefined ? 'A student' : fullName(student),
      provider: nameOnRow(note.provider, note.provider_name, providers) ?? 'a colleague',
    };
  });
}

/** One kind of notes that wait for somebody, under its name and, where it is folded, its count. */
function NoteGroup({
  name,
  count,
  isFolded,
  children,
}: {
  name: string;
  count: number;
  isFolded: boolean;
  children: ReactNode;
}) {
  if (!isFolded) {
    return (
      <section aria-label={name} className="grid gap-2">
        <h2 className="font-semibold text-base">{name}</h2>
        <ul className="grid gap-2">{children}</ul>
      </section>
    );
  }
  return (
    <details className="group rounded-lg border border-border bg-card">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 font-medium text-sm">
        <ChevronRight
          aria-hidden="true"
          className="size-4 transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        {`${name}: ${count}`}
      </summary>
      <ul aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3 pb-3">
        {children}
      </ul>
    </details>
  );
}

interface NotesThatWaitProps {
  onOpenSession: (session: string) => void;
  /** Only how many of each there are, until it is opened. */
  isFolded?: boolean;
}

/** Notes that wait for this person's co-signature, and own ones that came back; nothing where there are none. */
export function NotesThatWait({ onOpenSession, isFolded = false }: NotesThatWaitProps) {
  const { profile } = useSignedIn();
  const [open, setOpen] = useState<string | null>(null);
  const waiting = useLocal(
    (db) =>
      listed(db, async (inner) => {
        // Both at once: a read behind the opening of sealed rows would not be followed.
        const [actor, notes] = await Promise.all([actorHere(inner, profile), notesAwaitingCoSign(inner)]);
        return notes.filter((note) => mayCoSign(actor, note));
      }),
    [profile],
  );
  const returned = useLocal(
    (db) => listed(db, (inner) => returnedNotesOf(inner, profile.user_id)),
    [profile],
  );
  const opened = waiting?.find(({ note }) => note.id === open);
  if (!waiting?.length && !returned?.length) return null;
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)]', isFolded ? 'gap-3' : 'gap-5')}>
      {waiting !== undefined && waiting.length > 0 && (
        <NoteGroup name="Notes to co-sign" count={waiting.length} isFolded={isFolded}>
          {waiting.map(({ note, student, provider }) => (
            <li key={note.id}>
              <Button
                variant="outline"
                className="h-auto w-full justify-between gap-3 py-2 text-left"
                onClick={() => setOpen(note.id)}
              >
                <span className="min-w-0 truncate">
                  {student}
                  <span className="block text-muted-foreground text-xs">{provider}</span>
                </span>
                <span className="tabular-nums">{displayDay(note.note_date)}</span>
              </Button>
            </li>
          ))}
        </NoteGroup>
      )}
      {returned !== undefined && returned.length > 0 && (
        <NoteGroup name="Returned notes" count={returned.length} isFolded={isFolded}>
          {returned.map(({ note, student }) => (
            <li key={note.id}>
              <Button
                variant="outline"
                className="h-auto w-full justify-between gap-3 py-2 text-left"
                onClick={() => onOpenSession(note.session)}
              >
                <span className="min-w-0 truncate">
                  {student}
                  <span className="block truncate text-muted-foreground text-xs">{note.return_comment}</span>
                </span>
                <span className="tabular-nums">{displayDay(note.note_date)}</span>
              </Button>
            </li>
          ))}
        </NoteGroup>
      )}
      {opened !== undefined && (
        <CoSignSheet
          key={opened.note.id}
          listed={opened}
          onOpenSession={onOpenSession}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** "03/10/2026, 9:00 AM – 9:30 AM, 30 minutes, Delivered". */
function sessionLine(session: LocalSession): string {
  const { session_date, start_time, end_time, actual_minutes, attendance } = session;
  const times = `${displayTime(start_time)} – ${displayTime(end_time)}`;
  const minutes = actual_minutes === 1 ? '1 minute' : `${actual_minutes} minutes`;
  return [displayDay(session_date), times, minutes, ATTENDANCE_LABELS[attendance]].join(', ');
}

/** A note with what changed since the last one, to be co-signed or given back. */
function CoSignSheet({
  listed: { note, student, provider },
  onOpenSession,
  onClose,
}: {
  listed: Listed;
  onOpenSession: (session: string) => void;
  onClose: () => void;
}) {
  const { workspace } = useSignedIn();
  const facts = useLocal((db) => noteFacts(db, note.student), [note.student]);
  const session = useLocal((db) => sessionById(db, note.session), [note.session]);
  const [isReturning, setReturning] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const shown = facts?.notes.find((known) => known.note.id === note.id);
  const last = lastNoteBefore(facts?.notes.map((known) => known.note) ?? [], note);
  const before = facts?.notes.find((known) => known.note.id === last?.id) ?? null;
  const whole = (of: LocalSoapNote) => SOAP_PARTS.map((part) => of[part]).join('\n');
  const once = useOneAtATime();
  const coSign = async () => {
    try {
      await coSignNote(workspace, note.id);
      toast.success('Co-signed on this device', { duration: 2_500 });
      onClose();
    } catch (caught) {
      setProblem(caught);
    }
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent aria-describedby={undefined} className="sm:max-w-2xl">
        <SheetHeader>
          <SheetTitle>{`${student}, ${displayDay(note.note_date)}`}</SheetTitle>
          <p className="text-muted-foreground text-sm">{provider}</p>
        </SheetHeader>
        <SheetBody>
          {session && (
            <section
              aria-label="Session"
              className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
            >
              <p className="tabular-nums">{sessionLine(session)}</p>
              <Button size="sm" variant="outline" onClick={() => onOpenSession(note.session)}>
                Open session
              </Button>
            </section>
          )}
          {facts !== undefined && shown !== undefined && (
            <div className="grid gap-5">
              <p className="rounded-lg bg-muted px-3 py-2 text-sm">
                {last === null
                  ? 'This is the first note about the student on this device.'
                  : `Compared with the note of ${displayDay(last.note_date)}: ${sharedPercent(whole(last), whole(note))}% of the words are the same.`}
              </p>
              <NoteView shown={shown} facts={facts} before={before} />
              {problem !== null && (
                <p role="alert" className="text-destructive text-sm">
                  {wordsOf(problem)}
                </p>
              )}
              <div className="flex flex-wrap justify-end gap-2">
                <Button size="lg" variant="outline" onClick={() => setReturning(true)}>
                  Return with comment
                </Button>
                <Button size="lg" onClick={() => void once(coSign)}>
                  Co-sign
                </Button>
              </div>
            </div>
          )}
        </SheetBody>
        {isReturning && (
          <NoteConfirmation
            action="Return the note"
            label="Comment"
            needsNote
            onClose={() => setReturning(false)}
            onConfirm={async (comment) => {
              await returnNote(workspace, note.id, comment);
              toast.success('Returned on this device', { duration: 2_500 });
              onClose();
            }}
          >
            {provider} can edit and sign it again. What needs to change?
          </NoteConfirmation>
        )}
      </SheetContent>
    </Sheet>
  );
}
