import { createHash } from 'node:crypto';
import type { Attachment, AttachmentBody, AttachmentProgress } from '#contract/attachment.ts';
import { ApiError } from '#contract/errors.ts';
import { type Actor, mayDeleteAttachment } from '#domain/access/row-rules.ts';
import { scopesOfStudentFile } from '#domain/access/scopes.ts';
import { fileProblems } from '#domain/attachments/attachment-rules.ts';
import { missingParts, partCount, partRange } from '#domain/attachments/part-plan.ts';
import type { BlobStore } from '#server/blob-store.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import {
  type Call,
  openCall,
  type Records,
  type RequestContext,
  type SignedInActor,
} from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { isNoteOfStudent, refuseStoredId, type StoredAttachment } from './queries.ts';

/** A call that stores bytes: they are written outside of transactions, so it opens its own. */
interface FileCall {
  db: Database;
  blobs: BlobStore;
  actor: SignedInActor;
  context: RequestContext;
}

/** Stores an attachment under the id from the device. Its bytes follow, or are already here. */
export async function createAttachment(
  call: Call,
  body: AttachmentBody,
  isComplete = false,
): Promise<Attachment> {
  const { tx, actor } = call;
  const [student] = await visibleStudents(tx, actor, [body.student]);
  const isNoteFit = body.soap_note === null || (await isNoteOfStudent(tx, body.soap_note, body.student));
  refuseProblems({
    ...fileProblems(body),
    ...(student === undefined ? { student: "Student not found, or you don't have access." } : {}),
    ...(isNoteFit ? {} : { soap_note: 'Note not found.' }),
  });
  await refuseStoredId(tx, body.id);
  const attachment = {
    ...firstRow(call, 'attachment', body),
    is_complete: isComplete,
    uploaded_by_name: actor.name,
  };
  return call.create(attachmentRecords, attachment);
}

/** Soft-deletes an attachment; the row stays for the audit, its bytes until they are swept. */
export async function deleteAttachment(call: Call, id: string): Promise<void> {
  const { tx, actor } = call;
  const before = await visibleAttachment(tx, actor, id);
  if (!mayDeleteAttachment(actor, before)) throw new ApiError('access.denied');
  // Attachments are never edited: a newer version only says that the bytes have arrived.
  if (before.deleted_at !== null) throw new ApiError('record.deleted');
  await call.remove(attachmentRecords, before);
}

/** An attachment of an accessible student; any other is reported as absent. */
export async function visibleAttachment(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<StoredAttachment> {
  const found = await storedRow(tx, 'attachment', id);
  if (found === null || (await visibleStudents(tx, actor, [found.student])).length === 0) {
    throw new ApiError('record.absent');
  }
  return found;
}

/**
 * An unfinished file of this person. They may finish it after losing access to the student: what they entered
 * before must not be cut off.
 */
export async function ownAttachment(tx: Transaction, actor: Actor, id: string): Promise<StoredAttachment> {
  const found = await storedRow(tx, 'attachment', id);
  if (found === null || found.uploaded_by !== actor.user_id) throw new ApiError('record.absent');
  if (found.deleted_at !== null) throw new ApiError('record.deleted');
  return found;
}

export async function progressOf(blobs: BlobStore, attachment: Attachment): Promise<AttachmentProgress> {
  if (attachment.is_complete) return { is_complete: true, arrived: allParts(attachment) };
  return { is_complete: false, arrived: await blobs.parts(attachment.id) };
}

function allParts({ size }: Attachment): number[] {
  return missingParts(partCount(size), []);
}

/**
 * Stores one part, and assembles the file with the last. Bytes are written outside of transactions; only the
 * completed state is stored in one.
 */
export async function putPart(
  { db, blobs, actor, context }: FileCall,
  part: { id: string; number: number; sha256: string; bytes: Uint8Array },
): Promise<AttachmentProgress> {
  const { id } = part;
  const found = await db.transaction((tx) => ownAttachment(tx, actor, id));
  const range = partRange(found.size, part.number);
  refuseProblems({
    ...(range === null ? { n: "This file doesn't have that part." } : {}),
    ...(range !== null && range.end - range.start !== part.bytes.length
      ? { body: 'This part has a different length.' }
      : {}),
    ...(createHash('sha256').update(part.bytes).digest('hex') === part.sha256
      ? {}
      : { sha256: "The data doesn't match the checksum." }),
  });
  if (found.is_complete) return progressOf(blobs, found);
  await blobs.putPart(id, part.number, part.bytes);
  const parts = partCount(found.size);
  const arrived = await blobs.parts(id);
  if (missingParts(parts, arrived).length > 0) return { is_complete: false, arrived };
  const outcome = await blobs.join(id, { parts, size: found.size, sha256: found.sha256 });
  if (outcome === 'different') {
    throw new ApiError('request.invalid', {
      fields: { sha256: "The file doesn't match its checksum. Send its parts again." },
    });
  }
  // Missing: another request assembled them in between, or is about to.
  const after = await db.transaction((tx) =>
    outcome === 'joined' ? complete(openCall(tx, actor, context), id) : ownAttachment(tx, actor, id),
  );
  if (after.is_complete) await blobs.dropParts(id);
  return progressOf(blobs, after);
}

/** Marks the file as complete, once, however often the last part is sent. */
async function complete(call: Call, id: string): Promise<StoredAttachment> {
  const { tx, actor } = call;
  const before = await ownAttachment(tx, actor, id);
  if (before.is_complete) return before;
  try {
    const whole = { ...before, is_complete: true };
    return await call.change(attachmentRecords, before, whole, { verb: 'complete' });
  } catch (error) {
    // Another request sent the last part at the same time.
    if (error instanceof ApiError && error.code === 'record.stale') return ownAttachment(tx, actor, id);
    throw error;
  }
}

/**
 * Stores a file that arrived in one piece. Its row is inserted first: the bytes of another file can never be
 * replaced.
 */
export function uploadAttachment(
  { db, blobs, actor, context }: FileCall,
  body: AttachmentBody,
  bytes: Uint8Array,
): Promise<Attachment> {
  return db.transaction(async (tx) => {
    if ((await visibleStudents(tx, actor, [body.student])).length === 0) throw new ApiError('record.absent');
    const attachment = await createAttachment(openCall(tx, actor, context), body, true);
    await blobs.put(body.id, bytes);
    return attachment;
  });
}

const attachmentRecords: Records<Attachment> = {
  entity: 'attachment',
  scopes: scopesOfStudentFile,
  about: ({ student, uploaded_by }, actor) => ({
    student,
    ...(uploaded_by === actor.user_id ? {} : { on_behalf_of: uploaded_by }),
  }),
};
