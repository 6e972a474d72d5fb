import { decryptBytes, encryptBytes } from '#contract/encryption.ts';
import { partCount, partRange } from '#domain/attachments/part-plan.ts';
import type { AttachmentFile, AttachmentPart } from './attachment-rows.ts';
import { keyOf } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

/** Parts cached for offline viewing: 50 MB in total. */
const MOST_OFFLINE_PARTS = 200;

function partPlace(id: string, part: number): string {
  return `attachmentParts|${id}|${part}`;
}

/** Encrypts a file part by part, ready to be stored. */
export function encryptParts(
  db: LocalDatabase,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<AttachmentPart[]> {
  const key = keyOf(db);
  return Promise.all(
    Array.from({ length: partCount(bytes.length) }, async (_, index) => {
      const part = index + 1;
      const { start, end } = partRange(bytes.length, part) ?? { start: 0, end: 0 };
      const sealed = await encryptBytes(key, partPlace(id, part), bytes.subarray(start, end));
      return { attachment: id, part, sealed };
    }),
  );
}

/** The record of a new file before any of it was sent. */
export function unsentFile(id: string, parts: number, capturedAt: string): AttachmentFile {
  return {
    id,
    purpose: 'sending',
    parts,
    arrived: [],
    must_ask: 0,
    state: 'waiting',
    attempts: 0,
    next_attempt_at: 0,
    problem: null,
    captured_at: capturedAt,
    opened_at: capturedAt,
  };
}

/** Stores a file and its parts. Call it in the transaction that announces the file. */
export async function storeFile(
  db: LocalDatabase,
  file: AttachmentFile,
  parts: readonly AttachmentPart[],
): Promise<void> {
  await db.attachmentFiles.put(file);
  await db.attachmentParts.bulkPut([...parts]);
}

/** Deletes files from this device. Joins the caller's transaction over both tables, if there is one. */
export async function dropFiles(db: LocalDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.attachmentParts.where('attachment').anyOf(ids).delete();
  await db.attachmentFiles.bulkDelete([...ids]);
}

/**
 * A decrypted part; null if it is not here.
 * @throws if it can't be authenticated
 */
export async function openPart(
  db: LocalDatabase,
  id: string,
  part: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = await db.attachmentParts.get([id, part]);
  if (stored === undefined) return null;
  return decryptBytes(keyOf(db), partPlace(id, part), stored.sealed);
}

/** A whole file from this device; null if the file or one of its parts is not here. */
export async function openFile(
  db: LocalDatabase,
  id: string,
  now: string,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const file = await db.attachmentFiles.get(id);
  if (file === undefined) return null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let part = 1; part <= file.parts; part += 1) {
    const bytes = await openPart(db, id, part);
    if (bytes === null) return null;
    parts.push(bytes);
  }
  if (file.purpose === 'offline') await db.attachmentFiles.update(id, { opened_at: now });
  return parts;
}

/** Caches a file from the server for offline viewing, and evicts the least recently viewed ones. */
export async function keepOffline(
  db: LocalDatabase,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  now: string,
): Promise<void> {
  const parts = await encryptParts(db, id, bytes);
  await db.transaction('rw', db.attachmentFiles, db.attachmentParts, async () => {
    if ((await db.attachmentFiles.get(id)) !== undefined) return;
    await storeFile(db, { ...unsentFile(id, parts.length, now), purpose: 'offline' }, parts);
    await trimOffline(db);
  });
}

async function trimOffline(db: LocalDatabase): Promise<void> {
  const files = await db.attachmentFiles.where('purpose').equals('offline').toArray();
  let room = MOST_OFFLINE_PARTS;
  const dropped = files
    .sort((a, b) => (a.opened_at < b.opened_at ? 1 : -1))
    .filter(({ parts }, at) => {
      room -= parts;
      return at > 0 && room < 0;
    });
  await dropFiles(
    db,
    dropped.map(({ id }) => id),
  );
}

/** Deletes files whose attachment was deleted or is no longer visible to this person. */
export async function dropForeignFiles(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.attachmentFiles, db.attachmentParts, db.attachments, async () => {
    const ids = await db.attachmentFiles.where('purpose').equals('offline').primaryKeys();
    const rows = await db.attachments.bulkGet(ids);
    await dropFiles(
      db,
      ids.filter((_, at) => rows[at] === undefined),
    );
  });
}

/** Files whose announcement has reached the server, but whose bytes have not. Oldest first. */
export async function filesUnderWay(db: LocalDatabase): Promise<AttachmentFile[]> {
  const files = await db.attachmentFiles.where('purpose').equals('sending').sortBy('captured_at');
  if (files.length === 0) return [];
  const announced = await db.outbox
    .where('entity_id')
    .anyOf(files.map(({ id }) => id))
    .toArray();
  const waiting = new Set(announced.map(({ entity_id }) => entity_id));
  return files.filter(({ id }) => !waiting.has(id));
}
