import { eq } from 'drizzle-orm';
import { Refusal } from '#contract/errors.ts';
import type { Session } from '#contract/session.ts';
import type { SoapNote, SoapNoteBody, SoapNoteChanges } from '#contract/soap-note.ts';
import { type Actor, maySeeSession, maySeeSoapNote, mayWriteSoapNote } from '#domain/access/row-rules.ts';
import { scopesOfSoapNote } from '#domain/access/scopes.ts';
import { completesSession, isDeletable, takesWriting } from '#domain/notes/soap-steps.ts';
import { recordChange, recordChanges, recordDeletion } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { goal_entries, soap_notes } from '#server/db/schema/student-file.ts';
import {
  auditChange,
  overwrite,
  refuseOutdated,
  refuseProblems,
  withTouched,
} from '#server/modules/changing-rows.ts';
import { storedSession } from '#server/modules/sessions/queries.ts';
import type { CallFacts, SignedInActor } from '#server/plugins/call.ts';
import {
  entriesOfNotes,
  lockNotesOf,
  noteSurroundings,
  notesOfSession,
  type StoredSoapNote,
  storedSoapNote,
} from './queries.ts';

/**
 * Begins the note about one student in one session, for the session's provider.
 *
 * There is one note for the two. Where another device of the same person began it
 * under the same id, the answer is `record.stale` with that note, and the device
 * merges; under another id it is refused. A note that was thrown away is begun anew.
 */
export async function createSoapNote(
  tx: Transaction,
  actor: SignedInActor,
  facts: CallFacts,
  body: SoapNoteBody,
): Promise<SoapNote> {
  const session = await sessionToWrite(tx, actor, body);
  await lockNotesOf(tx, body.session);
  const others = await notesOfSession(tx, body.session);
  const known = others.find(({ student }) => student === body.student);
  if (known !== undefined && known.id !== body.id) throw new Refusal('soap-note.exists');
  if (known !== undefined) throw new Refusal('record.stale', { current: wireNote(known) });
  const before = await storedSoapNote(tx, body.id);
  if (before !== null && (before.session !== body.session || before.student !== body.student)) {
    throw new Refusal('record.exists');
  }
  const { needs_co_sign, supervisors } = await noteSurroundings(tx, {
    student: body.student,
    provider: session.provider,
  });
  const note: SoapNote & { received_at: string } = {
    ...body,
    provider: session.provider,
    provider_name: actor.name,
    service: session.service,
    note_date: session.session_date,
    state: 'draft',
    needs_co_sign,
    signed_by: null,
    signed_at: null,
    co_signed_by: null,
    co_signed_at: null,
    return_comment: '',
    amendments: [],
    steps: [],
    captured_by: actor.user_id,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: (before?.version ?? 0) + 1,
  };
  if (before === null) {
    const inserted = await tx
      .insert(soap_notes)
      .values(note)
      .onConflictDoNothing()
      .returning({ id: soap_notes.id });
    if (inserted.length === 0) throw new Refusal('record.exists');
  } else {
    await overwrite(tx, soap_notes, before, { ...note, deleted_at: null }, storedSoapNote);
  }
  await recordChange(tx, 'soap_note', note.id, scopesOfSoapNote({ ...note, supervisors }));
  await auditChange(tx, actor, facts, { entity: 'soap_note', verb: 'create', row: note });
  return note;
}

/** Writes the touched parts of a note that is not signed. */
export async function updateSoapNote(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  changes: SoapNoteChanges,
): Promise<SoapNote> {
  const before = await writableNote(tx, actor, id);
  refuseOutdated(keptNote(before), facts.base_version);
  if (!takesWriting(before)) throw new Refusal('soap-note.signed');
  return changeNote(tx, actor, facts, before, withTouched(wireNote(before), changes), Object.keys(changes));
}

/** Takes a note that was never signed out of sight, with its goal entries. */
export async function deleteSoapNote(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<void> {
  const before = await writableNote(tx, actor, id);
  refuseOutdated(keptNote(before), facts.base_version);
  if (!isDeletable(before)) {
    throw new Refusal('soap-note.signed', { message: 'A note that was signed is never thrown away.' });
  }
  await throwAway(tx, actor, facts, before);
}

/** Writes the new state of a note, and tells its readers and the audit. */
export async function changeNote(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  before: StoredSoapNote,
  next: SoapNote,
  fields: readonly string[],
): Promise<SoapNote> {
  const note = { ...next, version: before.version + 1 };
  await overwrite(tx, soap_notes, keptNote(before), columnsOf(note), async (inner, id) => {
    const now = await storedSoapNote(inner, id);
    return now && keptNote(now);
  });
  await recordChange(
    tx,
    'soap_note',
    note.id,
    scopesOfSoapNote({ ...note, supervisors: before.supervisors }),
  );
  await auditChange(tx, actor, facts, { entity: 'soap_note', verb: 'update', row: note, fields });
  return note;
}

/** The newest state of a note that its writer alone changes; to all others it does not exist. */
export async function writableNote(tx: Transaction, actor: Actor, id: string): Promise<StoredSoapNote> {
  const note = await visibleNote(tx, actor, id);
  if (!mayWriteSoapNote(actor, note)) throw new Refusal('access.denied');
  return note;
}

/** The newest state of a note that nobody else changes meanwhile. To those who may not see it, it does not exist. */
export async function visibleNote(tx: Transaction, actor: Actor, id: string): Promise<StoredSoapNote> {
  const found = await storedSoapNote(tx, id);
  if (found === null || !maySeeSoapNote(actor, found)) throw new Refusal('record.absent');
  await lockNotesOf(tx, found.session);
  return (await storedSoapNote(tx, id)) ?? found;
}

/**
 * What becomes of notes when their session changes: they follow its day and service
 * as long as they are not signed. A student whose note was signed stays in the session.
 * Without a student whose note was missing, the session may be complete.
 *
 * It comes before the session's own row is written, as a signature takes the two in
 * that order.
 */
export async function followSession(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  next: Pick<Session, 'id' | 'student_ids' | 'session_date' | 'service'> | null,
  session: string,
): Promise<{ isCompleted: boolean }> {
  await lockNotesOf(tx, session);
  const notes = await notesOfSession(tx, session);
  for (const note of notes) {
    const isGone = next === null || !next.student_ids.includes(note.student);
    if (isGone && !isDeletable(note)) {
      throw new Refusal('soap-note.signed', {
        message: 'A note about this session was signed: its student and the session stay.',
      });
    }
    if (isGone) await throwAway(tx, actor, facts, note);
    else if (takesWriting(note) && (note.note_date !== next.session_date || note.service !== next.service)) {
      const moved = { ...wireNote(note), note_date: next.session_date, service: next.service };
      await changeNote(tx, actor, facts, note, moved, ['note_date', 'service']);
      await moveEntries(tx, note.id, scopesOfSoapNote({ ...moved, supervisors: note.supervisors }));
    }
  }
  return { isCompleted: next !== null && completesSession(next.student_ids, notes) };
}

async function throwAway(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  note: StoredSoapNote,
): Promise<void> {
  for (const entry of await entriesOfNotes(tx, [note.id])) {
    await tx
      .update(goal_entries)
      .set({ deleted_at: facts.now, version: entry.version + 1 })
      .where(eq(goal_entries.id, entry.id));
    await recordDeletion(tx, 'goal_entry', entry.id);
  }
  const gone = { deleted_at: facts.now, version: note.version + 1 };
  await overwrite(tx, soap_notes, keptNote(note), gone, storedSoapNote);
  await recordDeletion(tx, 'soap_note', note.id);
  await auditChange(tx, actor, facts, { entity: 'soap_note', verb: 'delete', row: note });
}

/** Entries stand where their note does. */
async function moveEntries(tx: Transaction, note: string, scopes: string[]): Promise<void> {
  const entries = await entriesOfNotes(tx, [note]);
  await recordChanges(
    tx,
    entries.map(({ id }) => ({ entity: 'goal_entry', id, scopes })),
  );
}

/** The session that a new note is about, if this person gives it and the student takes part. */
async function sessionToWrite(tx: Transaction, actor: Actor, body: SoapNoteBody): Promise<Session> {
  const session = await storedSession(tx, body.session);
  if (session === null || session.deleted_at !== null || !maySeeSession(actor, session)) {
    throw new Refusal('request.invalid', {
      fields: { session: 'This session does not exist or is not yours to see.' },
    });
  }
  refuseProblems({
    ...(mayWriteSoapNote(actor, session)
      ? {}
      : { session: 'Its note is written by the provider of the session.' }),
    ...(session.student_ids.includes(body.student)
      ? {}
      : { student: 'This student does not take part in the session.' }),
  });
  return session;
}

/** A kept note in its contract's shape. */
export function wireNote({ deleted_at: _, supervisors: __, ...note }: StoredSoapNote): SoapNote & {
  received_at: string;
} {
  return note;
}

/** A kept note as changes of rows look at it: what a stale answer shows of it is the contract's shape. */
function keptNote({ supervisors: _, ...note }: StoredSoapNote): Omit<StoredSoapNote, 'supervisors'> {
  return note;
}

/** The columns that a change writes; when it came in stays, and the author's name stands with the person. */
function columnsOf({ received_at: _, provider_name: __, ...note }: SoapNote) {
  return note;
}
