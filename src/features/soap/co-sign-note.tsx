import type { LocalSoapNote } from '#db/soap-notes.ts';
import { lastNoteBefore } from '#domain/notes/carry-forward.ts';
import { SOAP_PARTS } from '#domain/notes/soap-note.ts';
import { sharedPercent } from '#domain/notes/text-changes.ts';
import { withCredentials } from '#domain/providers/provider-name.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { displayDay, displaySpan } from '#domain/time/pacific.ts';
import { useSession } from '#screens/device/held-sessions.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useLocal } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { noteFacts } from './note-facts.ts';
import { NotePaper } from './note-print.tsx';
import { useNoteReading } from './note-reading.ts';
import { NoteView } from './note-view.tsx';
import type { ListedNote } from './waiting-notes.ts';

const READINGS = [
  { value: 'clean', label: 'Clean' },
  { value: 'changes', label: 'Changes' },
] as const;

interface CoSignNoteProps {
  listed: ListedNote;
  onOpenSession: (session: string, student: string) => void;
}

/** A note for its co-signer: its session, and its text alone or compared with the last note. */
export function CoSignNote({ listed: { note, provider }, onOpenSession }: CoSignNoteProps) {
  const facts = useLocal((db) => noteFacts(db, note.student), [note.student]);
  const { result, isBorrowed } = useSession(note.session);
  // The note can be read while the server isn't there.
  const session = isBorrowed ? (result ?? null) : result;
  const [reading, setReading] = useNoteReading();
  const { name: organization, logo } = useOrganization();
  const isPrinting = usePrinting();
  const shown = facts?.notes.find((known) => known.note.id === note.id);
  if (facts === undefined || session === undefined || shown === undefined) return null;
  const last = lastNoteBefore(
    facts.notes.map((known) => known.note),
    note,
  );
  const before = facts.notes.find((known) => known.note.id === last?.id) ?? null;
  const service = facts.services.find(({ id }) => id === note.service);
  const line = [
    service?.short_name ?? 'Session',
    ...(session === null
      ? []
      : [
          displaySpan(session.start_time, session.end_time),
          `${session.actual_minutes} min`,
          ATTENDANCE_LABELS[session.attendance],
        ]),
    ...note.cpt_codes,
    ...note.dx_codes,
  ].join(' · ');
  return (
    <div className="grid gap-4">
      <section aria-label="Session" className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5 text-sm">
          <p>{withCredentials(provider, facts.providers.get(note.provider)?.credentials)}</p>
          <p className="text-muted-foreground tabular-nums">{line}</p>
        </div>
        {session !== null && (
          <Button size="sm" variant="outline" onClick={() => onOpenSession(note.session, note.student)}>
            Open session
          </Button>
        )}
      </section>
      <div className="flex items-center justify-between gap-3 rounded-lg bg-muted px-3 py-2">
        <p className="text-sm">
          {last === null
            ? 'First note for this student on this device'
            : `${sharedPercent(whole(last), whole(note))}% identical to the ${displayDay(last.note_date)} note`}
        </p>
        {last !== null && (
          <SegmentedControl
            aria-label="Show"
            segments={READINGS}
            value={reading}
            onValueChange={setReading}
          />
        )}
      </div>
      {isPrinting && session !== null && (
        <NotePaper kind="clinical" {...{ organization, logo, session, shown, facts }} />
      )}
      <NoteView shown={shown} facts={facts} before={reading === 'changes' ? before : null} />
    </div>
  );
}

function whole(note: LocalSoapNote): string {
  return SOAP_PARTS.map((part) => note[part]).join('\n');
}
