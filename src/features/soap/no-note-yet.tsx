import type { LocalSession } from '#db/sessions.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';

/** Names who has to write the session's note. */
export function NoteWriter({ session }: { session: Pick<LocalSession, 'provider' | 'student_ids'> }) {
  const providers = usePeopleById('provider');
  const name = nameOnRow(session.provider, null, providers) ?? 'The provider';
  return `${name} writes ${session.student_ids.length === 1 ? 'it' : 'them'}.`;
}

/** Shown instead of notes that no one has started, to people who don't write them. */
export function NoNoteYet({ session }: { session: Pick<LocalSession, 'provider' | 'student_ids'> }) {
  return (
    <p className="text-sm">
      {session.student_ids.length === 1 ? 'No note yet.' : 'No notes yet.'}{' '}
      <span className="text-muted-foreground">
        <NoteWriter session={session} />
      </span>
    </p>
  );
}
