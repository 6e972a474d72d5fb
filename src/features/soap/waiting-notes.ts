import type { LocalDatabase } from '#db/local-database.ts';
import { refusedWrites } from '#db/outbox.ts';
import { providersById, rowsById, watchPeople } from '#db/people.ts';
import { type LocalSoapNote, notesAwaitingCoSign, returnedNotesOf, soapNotesById } from '#db/soap-notes.ts';
import { type Actor, mayCoSign } from '#domain/access/row-rules.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import type { SignedInDevice } from '#screens/device/signed-in.ts';

type Profile = SignedInDevice['profile'];

/** A note with the names that a list shows. */
export interface ListedNote {
  note: LocalSoapNote;
  student: string;
  provider: string;
}

/** A co-signature or return that the server rejected. */
export interface RefusedNote extends ListedNote {
  endpoint: string;
  /** The server's reason. */
  message: string;
}

/** Notes waiting for a co-signature that this person may give, oldest first. */
export function notesToCoSign(db: LocalDatabase, profile: Profile): Promise<ListedNote[]> {
  return listed(db, async () => {
    // Both at once: a read after decrypting rows would not be observed.
    const [actor, notes] = await Promise.all([actorHere(db, profile), notesAwaitingCoSign(db)]);
    return notes.filter((note) => mayCoSign(actor, note));
  });
}

/** The person's own returned notes. */
export function notesReturned(db: LocalDatabase, profile: Profile): Promise<ListedNote[]> {
  return listed(db, () => returnedNotesOf(db, profile.user_id));
}

/** Notes whose co-signature or return from this device was rejected. */
export async function notesRefused(db: LocalDatabase): Promise<RefusedNote[]> {
  const writes = await refusedWrites(db, ['soap.co-sign', 'soap.return']);
  const ids = writes.map(({ entity_id }) => entity_id);
  const notes = await listed(db, () => soapNotesById(db, ids));
  return notes.flatMap((one) => {
    const write = writes.find(({ entity_id }) => entity_id === one.note.id);
    return write === undefined
      ? []
      : [{ ...one, endpoint: write.endpoint, message: write.problem?.message ?? '' }];
  });
}

async function actorHere(db: LocalDatabase, profile: Profile): Promise<Actor> {
  const providers = await providersById(db);
  const supervised = [...providers.values()].filter(({ supervisors }) =>
    supervisors.includes(profile.user_id),
  );
  return { ...ownActor(profile), supervisee_ids: new Set(supervised.map(({ id }) => id)) };
}

async function listed(db: LocalDatabase, choose: () => Promise<LocalSoapNote[]>): Promise<ListedNote[]> {
  const [notes] = await Promise.all([choose(), watchPeople(db, 'student', 'provider')]);
  const [students, providers] = await Promise.all([
    rowsById(
      db,
      'student',
      notes.map(({ student }) => student),
    ),
    rowsById(
      db,
      'provider',
      notes.map(({ provider }) => provider),
    ),
  ]);
  return notes.map((note) => ({
    note,
    student: nameIfKnown(students.get(note.student)),
    provider: nameOnRow(note.provider, note.provider_name, providers) ?? 'a colleague',
  }));
}
