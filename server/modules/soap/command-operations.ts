import { ApiError } from '#contract/errors.ts';
import { contentDigest, type SoapNote } from '#contract/soap-note.ts';
import { type Actor, mayCoSign, mayWriteSoapNote } from '#domain/access/row-rules.ts';
import {
  applyNoteCommand,
  commandProblem,
  completesSession,
  isFinished,
  type NoteCommand,
} from '#domain/notes/soap-commands.ts';
import { missingForSignature, signedContent } from '#domain/notes/soap-signature.ts';
import { judgedAt } from '#domain/payroll/lateness.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { type StoredSession, sessionRecords } from '#server/modules/sessions/queries.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call, RequestContext } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { changeNote, visibleNote, wireNote } from './operations.ts';
import { entriesOfNotes, noteSurroundings, notesOfSession, type StoredSoapNote } from './queries.ts';

/**
 * Signs a note as its author saw it: if it changed since, the signature is refused. The last required
 * signature completes the session.
 */
export async function signSoapNote(call: Call, id: string, content_sha256: string): Promise<SoapNote> {
  const { tx, actor } = call;
  const before = await noteForStep(tx, actor, id, mayWriteSoapNote);
  refuseCommand(before, { step: 'sign' });
  const entries = await entriesOfNotes(tx, [id]);
  const { needs_codes, needs_co_sign } = await noteSurroundings(tx, before);
  refuseProblems(missingForSignature(before, entries, needs_codes));
  await refuseUnseen(before, entries, content_sha256);
  // Whether a co-signature is needed is decided at the time of the signature.
  return take(call, { ...before, needs_co_sign }, { step: 'sign' });
}

/** Co-signs what the co-signer saw. No one co-signs their own note. */
export async function coSignSoapNote(call: Call, id: string, content_sha256: string): Promise<SoapNote> {
  const { tx, actor } = call;
  const before = await noteForStep(tx, actor, id, mayCoSign);
  refuseCommand(before, { step: 'co-sign' });
  await refuseUnseen(before, await entriesOfNotes(tx, [id]), content_sha256);
  return take(call, before, { step: 'co-sign' });
}

/** Returns a signed note to its author, who can edit it again. */
export async function returnSoapNote(call: Call, id: string, comment: string): Promise<SoapNote> {
  const { tx, actor } = call;
  const before = await noteForStep(tx, actor, id, mayCoSign);
  const note = await take(call, before, { step: 'return', comment });
  const { provider: receiver, note_date: day } = before;
  await ringBell(call, { event: 'note-returned', receiver, day, provider_name: actor.name });
  return note;
}

/**
 * Withdraws a signature: until it is co-signed, or for some minutes if no co-signature is needed. A session
 * that it completed is open again; one that was approved since keeps it.
 */
export async function withdrawSignature(call: Call, id: string): Promise<SoapNote> {
  const { tx, actor, context } = call;
  const before = await noteForStep(tx, actor, id, mayWriteSoapNote);
  const session = await storedRow(tx, 'session', before.session);
  if (session?.state === 'approved' || session?.state === 'locked') {
    throw new ApiError('soap-note.stands', {
      message: 'This session has been approved. Add an amendment instead.',
    });
  }
  const note = await take(call, before, { step: 'withdraw', at: takenAt(context) });
  if (session?.state === 'completed' && session.deleted_at === null) {
    await putSession(call, session, 'logged');
  }
  return note;
}

/** Adds an amendment to a signed note. Repeating the same one changes nothing. */
export async function amendSoapNote(
  call: Call,
  id: string,
  amendment: { id: string; text: string },
): Promise<SoapNote> {
  const { tx, actor } = call;
  const before = await noteForStep(tx, actor, id, mayWriteSoapNote);
  if (before.amendments.some((known) => known.id === amendment.id)) return wireNote(before);
  return take(call, before, { step: 'amend', ...amendment });
}

/** The current note. The device's version doesn't matter: a command is judged by the current row. */
async function noteForStep(
  tx: Transaction,
  actor: Actor,
  id: string,
  mayTake: (person: Actor, note: StoredSoapNote) => boolean,
): Promise<StoredSoapNote> {
  const note = await visibleNote(tx, actor, id);
  if (!mayTake(actor, note)) {
    const isOwn = note.provider === actor.provider_id;
    throw isOwn
      ? new ApiError('decision.own', { message: "You can't co-sign your own note. Ask a colleague." })
      : new ApiError('access.denied');
  }
  if (note.deleted_at !== null) throw new ApiError('record.deleted');
  return note;
}

function refuseCommand(note: StoredSoapNote, step: NoteCommand): void {
  const message = commandProblem(note, step);
  if (message !== null) throw new ApiError('soap-note.stands', { message });
}

async function refuseUnseen(
  note: StoredSoapNote,
  entries: Parameters<typeof signedContent>[1],
  content_sha256: string,
): Promise<void> {
  if ((await contentDigest(signedContent(note, entries))) !== content_sha256) {
    throw new ApiError('soap-note.changed');
  }
}

async function take(call: Call, before: StoredSoapNote, step: NoteCommand): Promise<SoapNote> {
  const { actor, context } = call;
  refuseCommand(before, step);
  const at = takenAt(context);
  const next = applyNoteCommand(wireNote(before), step, {
    ...{ by: actor.user_id, by_name: actor.name, by_credentials: actor.credentials, at },
  });
  const note = await changeNote(call, before, next, [step.step]);
  if (isFinished(note)) await completeSession(call, note.session);
  return note;
}

/** Completes a session once the notes of all its students are signed. */
async function completeSession(call: Call, id: string): Promise<void> {
  const { tx } = call;
  const session = await storedRow(tx, 'session', id);
  if (session === null || session.deleted_at !== null || session.state !== 'logged') return;
  if (!completesSession(session.student_ids, await notesOfSession(tx, id))) return;
  await putSession(call, session, 'completed');
}

async function putSession(call: Call, session: StoredSession, state: 'completed' | 'logged'): Promise<void> {
  await call.change(sessionRecords, session, { ...wireRow(session), state });
}

/** When a step was taken, as far as the device's clock can be trusted. ISO 8601. */
function takenAt(context: RequestContext): string {
  return new Date(judgedAt({ ...context, received_at: context.now })).toISOString();
}
