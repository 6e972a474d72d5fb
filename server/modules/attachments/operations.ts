import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Attachment, AttachmentBody, AttachmentProgress } from '#contract/attachment.ts';
import { Refusal } from '#contract/errors.ts';
import type { Student } from '#contract/student.ts';
import { type Actor, mayDeleteAttachment } from '#domain/access/row-rules.ts';
import { scopesOfStudentFile } from '#domain/access/scopes.ts';
import { fileProblems } from '#domain/attachments/attachment-rules.ts';
import { missingParts, partCount, partRange } from '#domain/attachments/part-plan.ts';
import type { BlobStore } from '#server/blob-store.ts';
import { audit } from '#server/db/audit.ts';
import { recordChange, recordDeletion } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { attachments } from '#server/db/schema/student-file.ts';
import { overwrite, refuseProblems } from '#server/modules/changing-rows.ts';
import { loadStudentRows, visibleStudents } from '#server/modules/students/queries.ts';
import type { CallFacts, SignedInActor } from '#server/plugins/call.ts';
import { isNoteOfStudent, type StoredAttachment, storedAttachment } from './queries.ts';

/** Enters a file under the id that the device made. Its bytes follow, or lie here already. */
export async function createAttachment(
  tx: Transaction,
  actor: SignedInActor,
  facts: CallFacts,
  body: AttachmentBody,
  isComplete = false,
): Promise<Attachment> {
  const [student] = await visibleStudents(tx, actor, [body.student]);
  const isNoteFit = body.soap_note === null || (await isNoteOfStudent(tx, body.soap_note, body.student));
  refuseProblems({
    ...fileProblems(body),
    ...(student === undefined ? { student: 'This student does not exist or is not yours to see.' } : {}),
    ...(isNoteFit ? {} : { soap_note: 'This note does not exist.' }),
  });
  const attachment = {
    ...body,
    is_complete: isComplete,
    uploaded_by: actor.user_id,
    uploaded_by_name: actor.name,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: 1,
  };
  const inserted = await tx
    .insert(attachments)
    .values(attachment)
    .onConflictDoNothing()
    .returning({ id: attachments.id });
  if (inserted.length === 0) throw new Refusal('record.exists');
  await noteChange(tx, attachment, student);
  await auditAttachment(tx, actor, facts, 'create', attachment);
  return attachment;
}

/** Takes an attachment out of sight; the row stays for the audit, its bytes until they are swept. */
export async function deleteAttachment(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<void> {
  const before = await visibleAttachment(tx, actor, id);
  if (!mayDeleteAttachment(actor, before)) throw new Refusal('access.denied');
  // Nobody edits an attachment: a newer version only says that its bytes have arrived.
  if (before.deleted_at !== null) throw new Refusal('record.deleted');
  await overwrite(
    tx,
    attachments,
    before,
    { deleted_at: facts.now, version: before.version + 1 },
    storedAttachment,
  );
  await recordDeletion(tx, 'attachment', id);
  await auditAttachment(tx, actor, facts, 'delete', before);
}

/** An attachment of a student whom the person may see. Any other does not exist for them. */
export async function visibleAttachment(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<StoredAttachment> {
  const found = await storedAttachment(tx, id);
  if (found === null || (await visibleStudents(tx, actor, [found.student])).length === 0) {
    throw new Refusal('record.absent');
  }
  return found;
}

/**
 * A file whose bytes this person is sending. They may go on when the student is no
 * longer theirs: what they entered before must not be cut off half-way.
 */
export async function ownAttachment(tx: Transaction, actor: Actor, id: string): Promise<StoredAttachment> {
  const found = await storedAttachment(tx, id);
  if (found === null || found.uploaded_by !== actor.user_id) throw new Refusal('record.absent');
  if (found.deleted_at !== null) throw new Refusal('record.deleted');
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
 * Takes in one part, and makes the file whole with the last. Bytes are written
 * outside of any transaction: only that the file is whole is one.
 */
export async function putPart(
  { db, blobs }: { db: Database; blobs: BlobStore },
  actor: Actor,
  facts: CallFacts,
  part: { id: string; number: number; sha256: string; bytes: Uint8Array },
): Promise<AttachmentProgress> {
  const { id } = part;
  const found = await db.transaction((tx) => ownAttachment(tx, actor, id));
  const range = partRange(found.size, part.number);
  refuseProblems({
    ...(range === null ? { n: 'This file has no such part.' } : {}),
    ...(range !== null && range.end - range.start !== part.bytes.length
      ? { body: 'This part has another length.' }
      : {}),
    ...(createHash('sha256').update(part.bytes).digest('hex') === part.sha256
      ? {}
      : { sha256: 'The bytes are not those that were sent.' }),
  });
  if (found.is_complete) return progressOf(blobs, found);
  await blobs.putPart(id, part.number, part.bytes);
  const parts = partCount(found.size);
  const arrived = await blobs.parts(id);
  if (missingParts(parts, arrived).length > 0) return { is_complete: false, arrived };
  const outcome = await blobs.join(id, { parts, size: found.size, sha256: found.sha256 });
  if (outcome === 'different') {
    throw new Refusal('request.invalid', {
      fields: { sha256: 'The whole file is not what was announced. Its parts are needed again.' },
    });
  }
  // Missing: somebody else joined them between the two looks, or is about to.
  const after = await db.transaction((tx) =>
    outcome === 'joined' ? complete(tx, actor, facts, id) : ownAttachment(tx, actor, id),
  );
  if (after.is_complete) await blobs.dropParts(id);
  return progressOf(blobs, after);
}

/** Notes that all bytes are here, once, whoever brings the last part how often. */
async function complete(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<StoredAttachment> {
  const before = await ownAttachment(tx, actor, id);
  const version = before.version + 1;
  const written = await tx
    .update(attachments)
    .set({ is_complete: true, version })
    .where(
      and(
        eq(attachments.id, id),
        eq(attachments.version, before.version),
        eq(attachments.is_complete, false),
        isNull(attachments.deleted_at),
      ),
    )
    .returning({ id: attachments.id });
  if (written.length === 0) return ownAttachment(tx, actor, id);
  const after = { ...before, is_complete: true, version };
  const [student] = await loadStudentRows(tx, [before.student]);
  await noteChange(tx, after, student);
  await auditAttachment(tx, actor, facts, 'complete', after);
  return after;
}

/** Keeps a file that came in one piece. Its row is entered first: the bytes of another can never be replaced. */
export function uploadAttachment(
  { db, blobs }: { db: Database; blobs: BlobStore },
  actor: SignedInActor,
  facts: CallFacts,
  body: AttachmentBody,
  bytes: Uint8Array,
): Promise<Attachment> {
  return db.transaction(async (tx) => {
    if ((await visibleStudents(tx, actor, [body.student])).length === 0) throw new Refusal('record.absent');
    const attachment = await createAttachment(tx, actor, facts, body, true);
    await blobs.put(body.id, bytes);
    return attachment;
  });
}

async function noteChange(
  tx: Transaction,
  attachment: Attachment,
  student: Student | undefined,
): Promise<void> {
  const scopes = scopesOfStudentFile({
    student: attachment.student,
    archived: student === undefined || student.archived,
  });
  await recordChange(tx, 'attachment', attachment.id, scopes);
}

function auditAttachment(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  verb: 'create' | 'complete' | 'delete',
  { id, uploaded_by }: Attachment,
): Promise<void> {
  return audit(tx, facts, {
    user_id: actor.user_id,
    action: `attachment.${verb}`,
    entity: 'attachment',
    row_id: id,
    ...(uploaded_by === actor.user_id ? {} : { details: { on_behalf_of: uploaded_by } }),
  });
}

/** Writes down that somebody read the files of a student, or one of them. */
export function auditReading(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  read: { action: 'attachment.list' | 'attachment.read'; entity: 'student' | 'attachment'; row_id: string },
): Promise<void> {
  return audit(tx, facts, { user_id: actor.user_id, ...read });
}
