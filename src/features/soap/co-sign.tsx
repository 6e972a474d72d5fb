import { ChevronRight, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ROLES } from '#domain/access/roles.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useFollowedFiles } from '#screens/device/file-gate.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { CoSignSheet } from './co-sign-sheet.tsx';
import { NOTHING_TO_CO_SIGN } from './note-words.ts';
import { takeSignatureBack } from './record-note.ts';
import {
  type ListedNote,
  notesRefused,
  notesReturned,
  notesToCoSign,
  type RefusedNote,
} from './waiting-notes.ts';

/** How many notes are listed; the others follow in the review. */
const LISTED = 5;

interface NotesThatWaitProps {
  /** Opens the session of a student's note. */
  onOpenSession: (session: string, student: string) => void;
  /** Shows only counts until it is opened. */
  isFolded?: boolean;
}

/** Notes waiting for this person's co-signature, and their own returned ones; nothing if there are none. */
export function NotesThatWait({ onOpenSession, isFolded = false }: NotesThatWaitProps) {
  const { profile } = useSignedIn();
  const [open, setOpen] = useState<string | null>(null);
  const waiting = useLocal((db) => notesToCoSign(db, profile), [profile]);
  const returned = useLocal((db) => notesReturned(db, profile), [profile]);
  const refused = useLocal(notesRefused, []);
  // Goals are read with a note, also in a school without reception.
  useFollowedFiles(waiting?.map(({ note }) => note.student) ?? []);
  if (waiting === undefined || returned === undefined || refused === undefined) return null;
  const coSigns = profile.auth === ROLES.serviceLead || profile.auth === ROLES.supervisor;
  const saysNothing = coSigns && !isFolded && waiting.length === 0;
  const sheet = open !== null && (
    <CoSignSheet first={open} waiting={waiting} onOpenSession={onOpenSession} onClose={() => setOpen(null)} />
  );
  if (waiting.length + returned.length + refused.length === 0 && !saysNothing) return sheet || null;
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)]', isFolded ? 'gap-3' : 'gap-5')}>
      {refused.length > 0 && <RefusedNotes refused={refused} />}
      {saysNothing && (
        <section aria-label="Notes to co-sign" className="grid gap-1">
          <h2 className="font-semibold text-base">Notes to co-sign</h2>
          <p className="text-muted-foreground text-sm">{NOTHING_TO_CO_SIGN}</p>
        </section>
      )}
      {waiting.length > 0 && (
        <NoteGroup
          name="Notes to co-sign"
          count={waiting.length}
          isFolded={isFolded}
          {...(waiting.length > 1 && {
            action: (
              <Button size="sm" onClick={() => setOpen(waiting[0]?.note.id ?? null)}>
                {`Review ${waiting.length} notes`}
              </Button>
            ),
          })}
        >
          {waiting.slice(0, LISTED).map((one) => (
            <NoteLine
              key={one.note.id}
              listed={one}
              detail={one.provider}
              onOpen={() => setOpen(one.note.id)}
            />
          ))}
          {waiting.length > LISTED && (
            <li className="text-muted-foreground text-sm">
              {`And ${waiting.length - LISTED} more, oldest first`}
            </li>
          )}
        </NoteGroup>
      )}
      {returned.length > 0 && (
        <NoteGroup name="Returned notes" count={returned.length} isFolded={isFolded}>
          {returned.map((one) => (
            <NoteLine
              key={one.note.id}
              listed={one}
              detail={one.note.return_comment}
              onOpen={() => onOpenSession(one.note.session, one.note.student)}
            />
          ))}
        </NoteGroup>
      )}
      {sheet}
    </div>
  );
}

interface NoteGroupProps {
  name: string;
  count: number;
  isFolded: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** One kind of waiting notes, with its name and count. */
function NoteGroup({ name, count, isFolded, action, children }: NoteGroupProps) {
  if (!isFolded) {
    return (
      <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold text-base">
            {name} <span className="font-normal text-muted-foreground tabular-nums">{count}</span>
          </h2>
          {action}
        </div>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">{children}</ul>
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
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 px-3 pb-3">
        {action}
        <ul aria-label={name} className="grid w-full grid-cols-[minmax(0,1fr)] gap-2">
          {children}
        </ul>
      </div>
    </details>
  );
}

function NoteLine({
  listed: { note, student },
  detail,
  onOpen,
}: {
  listed: ListedNote;
  detail: string;
  onOpen: () => void;
}) {
  return (
    <li>
      <Button
        variant="outline"
        className="h-auto w-full justify-between gap-3 py-2 text-left print:flex"
        onClick={onOpen}
      >
        <span className="min-w-0 truncate">
          {student}
          <span className="line-clamp-2 whitespace-normal text-muted-foreground text-xs">{detail}</span>
        </span>
        <span className="tabular-nums">{displayDay(note.note_date)}</span>
      </Button>
    </li>
  );
}

/** Co-signatures and returns that the server rejected, with the reason and a link to the note. */
function RefusedNotes({ refused }: { refused: readonly RefusedNote[] }) {
  const { workspace } = useSignedIn();
  return (
    <section aria-label="Needs your attention" role="alert" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <TriangleAlert aria-hidden="true" className="size-4 text-destructive" />
        Needs your attention
      </h2>
      <ul className="grid gap-2">
        {refused.map(({ note, student, endpoint, message }) => (
          <li
            key={note.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border bg-card px-3 py-2 text-sm"
          >
            <span className="min-w-0 flex-1 basis-48">
              {`${student}, ${displayDay(note.note_date)}`}
              <span className="block text-destructive text-xs">
                {`${endpoint === 'soap.return' ? 'Not returned' : 'Not co-signed'}: ${message}`}
              </span>
            </span>
            <Button size="sm" variant="outline" onClick={() => void takeSignatureBack(workspace, note.id)}>
              Review again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
