import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import {
  contentDigest,
  type GoalEntryChanges,
  type SoapNote,
  type SoapNoteChanges,
} from '#contract/soap-note.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { isUnsent, refusedWriteOf } from '#db/outbox.ts';
import {
  entriesOfNote,
  type LocalGoalEntry,
  type LocalSoapNote,
  noteInSession,
  soapNoteById,
} from '#db/soap-notes.ts';
import { commandProblem, isDeletable, takesWriting, withdrawalProblem } from '#domain/notes/soap-commands.ts';
import {
  BLANK_DRAFT,
  BLANK_RESULT,
  changedContent,
  changedResults,
  draftOfNote,
  type SoapDraft,
} from '#domain/notes/soap-draft.ts';
import { goalEntryId, soapNoteId } from '#domain/notes/soap-ids.ts';
import { signedContent } from '#domain/notes/soap-signature.ts';
import { discardWrite } from '#sync/merge/needs-attention.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { takeBackUnsent } from '#sync/outbox/take-back.ts';
import type { Workspace } from '#sync/workspace.ts';

/** The subject of a note. */
export interface NoteSubject {
  session: { id: string; service: string; session_date: string };
  student: string;
}

/** A note that this device doesn't hold, as the server answered it; null where it does. */
export type BorrowedNote = SoapNote | null;

/** Writes about a session arrive after the session, in the order in which they were made. */
function laneOf(session: string): string {
  return `session:${session}`;
}

/** The note on this device; undefined before its first word. */
export interface StoredNote {
  note: LocalSoapNote | null;
  entries: LocalGoalEntry[];
  draft: SoapDraft;
}

export async function readNote(db: LocalDatabase, { session, student }: NoteSubject): Promise<StoredNote> {
  const found = await noteInSession(db, session.id, student);
  if (found === null) return { note: null, entries: [], draft: BLANK_DRAFT };
  return { ...found, draft: draftOfNote(found.note, found.entries) };
}

/**
 * Saves what the editor adds to the note on this device: the note itself, created by its first word, and an
 * entry for each edited goal.
 * @param found the note as the editor opened it: a count that changed since is a conflict
 * @throws ApiError if the note is no longer editable; nothing is stored then
 */
export async function writeNote(
  workspace: Workspace,
  subject: NoteSubject,
  stored: StoredNote,
  draft: SoapDraft,
  found: SoapDraft = stored.draft,
): Promise<void> {
  const { session, student } = subject;
  const { note, entries } = stored;
  if (note !== null && !takesWriting(note)) throw new ApiError('soap-note.signed');
  const lane = laneOf(session.id);
  const id = note?.id ?? soapNoteId(session.id, student);
  const content = changedContent(stored.draft, draft) as SoapNoteChanges;
  const results = Object.entries(changedResults(stored.draft, draft));
  if (note === null && Object.keys(content).length + results.length === 0) return;
  if (note === null) {
    const { subjective, objective, assessment, plan, cpt_codes, dx_codes } = draft;
    await queueWrite(workspace, {
      endpoint: 'soap.create',
      id,
      body: {
        ...{ id, student, session: session.id, service: session.service, note_date: session.session_date },
        ...{ subjective, objective, assessment, plan },
        cpt_codes: [...cpt_codes],
        dx_codes: [...dx_codes],
      },
      lane,
      depends_on: await waitingWritesOf(workspace.db, [session.id]),
      // If another device created the note first, this one merges as a change of the blank note.
      instead_of: { ...BLANK_DRAFT },
    });
  } else if (Object.keys(content).length > 0) {
    await queueWrite(workspace, { endpoint: 'soap.update', id, opened: note, body: content, lane });
  }
  let place = Math.max(0, ...entries.map(({ pg_num }) => pg_num));
  for (const [goal, changes] of results) {
    const known = entries.find((entry) => entry.goal === goal);
    if (known !== undefined) {
      const body = changes as GoalEntryChanges;
      const opened = { ...known, ...(found.results[goal] ?? BLANK_RESULT) };
      await queueWrite(workspace, { endpoint: 'goal-entry.update', id: known.id, opened, body, lane });
      continue;
    }
    place += 1;
    const entryId = goalEntryId(id, goal);
    await queueWrite(workspace, {
      endpoint: 'goal-entry.create',
      id: entryId,
      body: { id: entryId, soap_note: id, student, goal, pg_num: place, ...BLANK_RESULT, ...changes },
      lane,
      depends_on: await waitingWritesOf(workspace.db, [id]),
      instead_of: { ...BLANK_RESULT },
    });
  }
}

/** Signs what this device shows. The server accepts the signature if it has the same content. */
export async function signNote(workspace: Workspace, id: string): Promise<void> {
  await takeStep(workspace, id, 'soap.sign');
}

export async function coSignNote(workspace: Workspace, id: string): Promise<void> {
  await takeStep(workspace, id, 'soap.co-sign');
}

async function takeStep(
  workspace: Workspace,
  id: string,
  endpoint: 'soap.sign' | 'soap.co-sign',
): Promise<void> {
  const { db } = workspace;
  const note = await knownNote(db, id);
  const problem = commandProblem(note, { step: endpoint === 'soap.sign' ? 'sign' : 'co-sign' });
  if (problem !== null) throw new ApiError('soap-note.stands', { message: problem });
  const entries = await entriesOfNote(db, id);
  const content_sha256 = await contentDigest(signedContent(note, entries));
  await queueWrite(workspace, {
    endpoint,
    id,
    body: { content_sha256 },
    lane: laneOf(note.session),
    depends_on: await waitingWritesOf(
      db,
      entries.map((entry) => entry.id),
    ),
  });
}

/**
 * The write of the note's signature, if it never left this device and nothing depends on it; otherwise
 * undefined. Usable in a live query.
 */
export async function unsentSignatureOf(
  db: LocalDatabase,
  { id, signed_at }: Pick<LocalSoapNote, 'id' | 'signed_at'>,
): Promise<OutboxRow | null> {
  const waiting = await db.outbox.where('entity_id').equals(id).sortBy('seq');
  const newest = waiting.findLast(({ state }) => state !== 'orphaned');
  const isOfNote = newest?.endpoint === 'soap.sign' && newest.captured_at === signed_at;
  return isOfNote && isUnsent(newest) ? newest : null;
}

/**
 * Withdraws the author's own signature; the note becomes editable again. A signature that was never sent is
 * removed, however old it is.
 */
export async function withdrawSignature(
  workspace: Workspace,
  id: string,
  borrowed: BorrowedNote = null,
): Promise<void> {
  const unsent = await unsentSignatureOf(workspace.db, await knownNote(workspace.db, id, borrowed));
  if (unsent !== null && (await takeBackUnsent(workspace, unsent))) return;
  const note = await knownNote(workspace.db, id, borrowed);
  const problem = withdrawalProblem(note, new Date(workspace.clock.now()).toISOString());
  if (problem !== null) throw new ApiError('soap-note.stands', { message: problem });
  await queueWrite(workspace, {
    endpoint: 'soap.withdraw',
    id,
    body: {},
    lane: laneOf(note.session),
    borrowed,
  });
}

/** Returns the note to its author with a comment. */
export async function returnNote(workspace: Workspace, id: string, comment: string): Promise<void> {
  const note = await knownNote(workspace.db, id);
  const problem = commandProblem(note, { step: 'return', comment });
  if (problem !== null) throw new ApiError('soap-note.stands', { message: problem });
  await queueWrite(workspace, { endpoint: 'soap.return', id, body: { comment }, lane: laneOf(note.session) });
}

/** Adds an amendment to a signed note. */
export async function amendNote(
  workspace: Workspace,
  id: string,
  text: string,
  borrowed: BorrowedNote = null,
): Promise<void> {
  const note = await knownNote(workspace.db, id, borrowed);
  const body = { id: uuidv7(), text };
  const problem = commandProblem(note, { step: 'amend', ...body });
  if (problem !== null) throw new ApiError('soap-note.stands', { message: problem });
  await queueWrite(workspace, { endpoint: 'soap.amend', id, body, lane: laneOf(note.session), borrowed });
}

/** Deletes a note that was never signed, with its goal results. */
export async function throwNoteAway(workspace: Workspace, id: string): Promise<void> {
  const { db } = workspace;
  const note = await knownNote(db, id);
  if (!isDeletable(note)) throw new ApiError('soap-note.signed');
  const lane = laneOf(note.session);
  for (const entry of await entriesOfNote(db, id)) {
    await queueWrite(workspace, { endpoint: 'goal-entry.delete', id: entry.id, body: undefined, lane });
  }
  await queueWrite(workspace, { endpoint: 'soap.delete', id, body: undefined, lane });
}

/** Withdraws a signature that the server rejected, so that the note is editable again. */
export async function takeSignatureBack(workspace: Workspace, id: string): Promise<void> {
  const refused = await refusedWriteOf(workspace.db, id);
  if (refused !== null) await discardWrite(workspace, refused.write_id);
}

async function knownNote(db: LocalDatabase, id: string, borrowed: BorrowedNote = null): Promise<SoapNote> {
  const note = (await soapNoteById(db, id)) ?? borrowed;
  if (note === null) throw new ApiError('record.absent');
  return note;
}

/** Unconfirmed writes of these rows. */
async function waitingWritesOf(db: LocalDatabase, ids: readonly string[]): Promise<string[]> {
  const rows = await db.outbox.where('entity_id').anyOf(ids).toArray();
  return rows.map(({ write_id }) => write_id);
}
