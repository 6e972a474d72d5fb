import { v7 as uuidv7 } from 'uuid';
import type { Attachment } from '#contract/attachment.ts';
import {
  dropFiles,
  encryptParts,
  keepOffline,
  openFile,
  storeFile,
  unsentFile,
} from '#db/attachment-files.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { isStorageProblem } from '#db/storage-trouble.ts';
import { SNIFFED_BYTES, servedAs } from '#domain/attachments/attachment-kinds.ts';
import { keptFileName } from '#domain/attachments/attachment-rules.ts';
import { NoAnswer } from '../api-client.ts';
import { isoNow } from '../clock.ts';
import { queueWrite } from '../outbox/queue-write.ts';
import type { Sender } from '../outbox/transport.ts';
import type { Workspace } from '../workspace.ts';
import { sha256Hex } from './send-parts.ts';

/** Time limit for downloading a file. */
const FETCH_LIMIT_MS = 5 * 60_000;

/** Each file has its own lane: it holds up nothing and only depends on the note that it belongs to. */
function laneOf(id: string): string {
  return `attachment:${id}`;
}

function fileTables(db: LocalDatabase) {
  return [db.attachmentFiles, db.attachmentParts];
}

/**
 * Stores a file on this device, encrypted, and queues it: announcement and bytes in one transaction.
 * @returns the id of the attachment
 */
export async function attachFile(
  workspace: Workspace,
  { file, student, soap_note }: { file: File; student: string; soap_note: string | null },
): Promise<string> {
  const { db, clock } = workspace;
  const id = uuidv7();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = await encryptParts(db, id, bytes);
  const body = {
    id,
    student,
    soap_note,
    file_name: keptFileName(file.name),
    content_type: file.type.slice(0, 120),
    size: bytes.length,
    sha256: await sha256Hex(bytes),
  };
  const depends_on = soap_note === null ? [] : await creationOf(db, soap_note);
  await queueWrite(
    workspace,
    { endpoint: 'attachment.create', id, body, lane: laneOf(id), depends_on },
    {
      tables: fileTables(db),
      store: () => storeFile(db, unsentFile(id, parts.length, isoNow(clock)), parts),
    },
  );
  return id;
}

/** The note that it belongs to may still be queued. */
async function creationOf(db: LocalDatabase, rowId: string): Promise<string[]> {
  const writes = await db.outbox.where('entity_id').equals(rowId).toArray();
  return writes.filter(({ effect }) => effect === 'create').map(({ write_id }) => write_id);
}

/**
 * Deletes an attachment and its bytes here and on the server, after confirmation by its author or the office.
 */
export async function deleteAttachment(workspace: Workspace, id: string): Promise<void> {
  const { db } = workspace;
  await queueWrite(
    workspace,
    { endpoint: 'attachment.delete', id, body: undefined, lane: laneOf(id) },
    { tables: fileTables(db), store: () => dropFiles(db, [id]) },
  );
}

/**
 * The bytes of an attachment: from this device, otherwise from the server, which are then cached, encrypted.
 * An image has its type; anything else has a type that browsers don't open.
 * @throws NoAnswer, ApiError
 */
export async function readAttachment(
  { db, api, clock }: Pick<Sender, 'db' | 'api' | 'clock'>,
  attachment: Pick<Attachment, 'id' | 'file_name' | 'sha256'>,
): Promise<Blob> {
  const { id, file_name } = attachment;
  const kept = await openFile(db, id, isoNow(clock)).catch(() => null);
  if (kept !== null) return asBlob(file_name, kept);
  const signal = AbortSignal.timeout(FETCH_LIMIT_MS);
  const response = await api.open('attachment.content', signal, { params: { id } });
  const fetched = new Uint8Array(
    await response.arrayBuffer().catch((cause: unknown) => {
      throw new NoAnswer(cause);
    }),
  );
  if ((await sha256Hex(fetched)) !== attachment.sha256) {
    throw new NoAnswer(undefined, 'The download was cut off. Try again.');
  }
  await keepOffline(db, id, fetched, isoNow(clock)).catch((problem: unknown) => {
    // Show it anyway; without space it will be fetched again.
    if (!isStorageProblem(problem)) throw problem;
  });
  return asBlob(file_name, [fetched]);
}

function asBlob(fileName: string, parts: readonly Uint8Array<ArrayBuffer>[]): Blob {
  const { type } = servedAs(fileName, (parts[0] ?? new Uint8Array()).subarray(0, SNIFFED_BYTES));
  return new Blob([...parts], { type });
}

/** Retries a file of which the server refused a part. */
export async function resumeFile({ db, wake }: Workspace, id: string): Promise<void> {
  await db.attachmentFiles.update(id, {
    state: 'waiting',
    must_ask: 1,
    attempts: 0,
    next_attempt_at: 0,
    problem: null,
  });
  wake();
}

/** Deletes the bytes of a stopped file, after confirmation by its author. */
export async function discardFile({ db }: Workspace, id: string): Promise<void> {
  await db.transaction('rw', fileTables(db), async () => {
    if ((await db.attachmentFiles.get(id))?.state === 'stopped') await dropFiles(db, [id]);
  });
}
