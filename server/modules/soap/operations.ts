import { ApiError } from '#contract/errors.ts';
import type { Session } from '#contract/session.ts';
import type { SoapNote, SoapNoteBody, SoapNoteChanges } from '#contract/soap-note.ts';
import { type Actor, maySeeSession, maySeeSoapNote, mayWriteSoapNote } from '#domain/access/row-rules.ts';
import { scopesOfSoapNote } from '#domain/access/scopes.ts';
import {
  awaitsCoSign,
  completesSession,
  isDeletable,
  isFinished,
  takesWriting,
} from '#domain/notes/soap-commands.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { entryRecords, keptNote, noteRecords } from '#server/modules/soap/queries.ts';
import type { Call } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import {
  entriesOfNotes,
  lockedNotesOf,
  lockNotesOf,
  noteSurroundings,
  notesOfSession,
  type StoredSoapNote,
  storedSoapNote,
} from './queries.ts';

/**
 * Starts the note about one student in one session, for the session's provider.
 *
 * There is one note for the pair. If another device of the same person started it under the same id, the
 * answer is `record.stale` with that note, and the device merges; a different id is refused. A discarded note
 * is started again.
 */
export async function createSoapNote(call: Call, body: SoapNoteBody): Promise<SoapNote> {
  const { tx, actor } = call;
  const session = await sessionToWrite(tx, actor, body);
  await lockNotesOf(tx, body.session);
  const others = await notesOfSession(tx, body.session);
  const known = others.find(({ student }) => student === body.student);
  if (known !== undefined && known.id !== body.id) throw new ApiError('soap-note.exists');
  if (known !== undefined) throw new ApiError('record.stale', { current: wireNote(known) });
  const before = await storedSoapNote(tx, body.id);
  if (before !== null && (before.session !== body.session || before.student !== body.student)) {
    throw new ApiError('record.exists');
  }
  const { needs_co_sign, supervisors } = await noteSurroundings(tx, {
    student: body.student,
    provider: session.provider,
  });
  const note = {
    ...firstRow(call, 'soap_note', body),
    provider: session.provider,
    provider_name: actor.name,
    service: session.service,
    note_date: session.session_date,
    needs_co_sign,
  };
  const records = noteRecords({ supervisors, session_date: session.session_date });
  return before === null ? call.create(records, note) : call.recreate(records, keptNote(before), note);
}

/** Changes the edited sections of an unsigned note. */
export async function updateSoapNote(call: Call, id: string, changes: SoapNoteChanges): Promise<SoapNote> {
  const { tx, actor, context } = call;
  const before = await writableNote(tx, actor, id);
  refuseOutdated(keptNote(before), context.base_version);
  if (!takesWriting(before)) throw new ApiError('soap-note.signed');
  return changeNote(call, before, withTouched(wireNote(before), changes), Object.keys(changes));
}

/** Soft-deletes a note that was never signed, with its goal entries. */
export async function deleteSoapNote(call: Call, id: string): Promise<void> {
  const { tx, actor, context } = call;
  const before = await writableNote(tx, actor, id);
  refuseOutdated(keptNote(before), context.base_version);
  if (!isDeletable(before)) {
    throw new ApiError('soap-note.signed', { message: "Signed notes can't be deleted." });
  }
  await throwAway(call, before);
}

/** Stores the new state of a note, and announces and audits it. Its goal entries go where it goes. */
export async function changeNote(
  call: Call,
  before: StoredSoapNote,
  next: SoapNote,
  fields: readonly string[],
): Promise<SoapNote> {
  const { supervisors, session_date } = before;
  const note = await call.change(noteRecords(before), keptNote(before), next, { fields });
  if (awaitsCoSign(before) !== awaitsCoSign(next) || isFinished(before) !== isFinished(next)) {
    await moveEntries(call, note.id, scopesOfSoapNote({ ...next, supervisors, session_date }));
  }
  return note;
}

/** The current state of a note, for its author; absent for everyone else. */
export async function writableNote(tx: Transaction, actor: Actor, id: string): Promise<StoredSoapNote> {
  const note = await visibleNote(tx, actor, id);
  if (!mayWriteSoapNote(actor, note)) throw new ApiError('access.denied');
  return note;
}

/** The current state of a note, locked against changes. Absent for people who may not see it. */
export async function visibleNote(tx: Transaction, actor: Actor, id: string): Promise<StoredSoapNote> {
  const found = await storedSoapNote(tx, id);
  if (found === null || !maySeeSoapNote(actor, found)) throw new ApiError('record.absent');
  await lockNotesOf(tx, found.session);
  return (await storedSoapNote(tx, id)) ?? found;
}

/**
 * Updates notes when their session changes: unsigned ones follow its day and service. A student whose note
 * was signed stays in the session. Without a student whose note was missing, the session may become complete.
 *
 * Runs before the session's own row is written: a signature takes both locks in that order.
 */
export async function followSession(
  call: Call,
  next: Pick<Session, 'id' | 'student_ids' | 'session_date' | 'service'> | null,
  session: string,
): Promise<{ isCompleted: boolean }> {
  const { tx } = call;
  const notes = await lockedNotesOf(tx, session);
  for (const note of notes) {
    const isGone = next === null || !next.student_ids.includes(note.student);
    if (isGone && !isDeletable(note)) {
      throw new ApiError('soap-note.signed', {
        message: "A note for this session is signed, so the session and its student can't be removed.",
      });
    }
    if (isGone) {
      await throwAway(call, note);
      continue;
    }
    const { session_date, service } = next;
    const scopes = scopesOfSoapNote({ ...note, session_date, ...(takesWriting(note) && { service }) });
    if (takesWriting(note) && (note.note_date !== session_date || note.service !== service)) {
      const moved = { ...wireNote(note), note_date: session_date, service };
      await changeNote(call, { ...note, session_date }, moved, ['note_date', 'service']);
    } else if (note.session_date !== session_date) {
      await call.follow([{ entity: 'soap_note', id: note.id, scopes }]);
    } else continue;
    await moveEntries(call, note.id, scopes);
  }
  return { isCompleted: next !== null && completesSession(next.student_ids, notes) };
}

async function throwAway(call: Call, note: StoredSoapNote): Promise<void> {
  const { tx } = call;
  for (const entry of await entriesOfNotes(tx, [note.id])) {
    await call.remove(entryRecords(note), entry);
  }
  await call.remove(noteRecords(note), keptNote(note));
}

/** Entries have their note's scopes. */
async function moveEntries(call: Call, note: string, scopes: string[]): Promise<void> {
  const entries = await entriesOfNotes(call.tx, [note]);
  await call.follow(entries.map(({ id }) => ({ entity: 'goal_entry', id, scopes })));
}

/** The session of a new note, if this person is its provider and the student is in it. */
async function sessionToWrite(tx: Transaction, actor: Actor, body: SoapNoteBody): Promise<Session> {
  const session = await storedRow(tx, 'session', body.session);
  if (session === null || session.deleted_at !== null || !maySeeSession(actor, session)) {
    throw new ApiError('request.invalid', {
      fields: { session: "Session not found, or you don't have access." },
    });
  }
  refuseProblems({
    ...(mayWriteSoapNote(actor, session)
      ? {}
      : { session: "Only the session's provider can write its note." }),
    ...(session.student_ids.includes(body.student) ? {} : { student: "This student isn't in the session." }),
  });
  return session;
}

/** A stored note in its contract's shape. */
export function wireNote(stored: StoredSoapNote): SoapNote & { received_at: string } {
  const { deleted_at: _, ...note } = keptNote(stored);
  return note;
}
