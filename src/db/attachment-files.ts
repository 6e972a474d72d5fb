import { sealBytes, unsealBytes } from '#contract/sealing.ts';
import { partCount, partRange } from '#domain/attachments/part-plan.ts';
import type { AttachmentFile, AttachmentPart, LocalDatabase } from './local-database.ts';
import { keyOf } from './sealed-rows.ts';

/** So many parts of files that the office has are kept to be looked at offline: 50 MB. */
const MOST_OFFLINE_PARTS = 200;

function partPlace(id: string, part: number): string {
  return `attachmentParts|${id}|${part}`;
}

/** A file sealed part by part, ready to be stored. */
export function sealParts(
  db: LocalDatabase,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<AttachmentPart[]> {
  const key = keyOf(db);
  return Promise.all(
    Array.from({ length: partCount(bytes.length) }, async (_, index) => {
      const part = index + 1;
      const { start, end } = partRange(bytes.length, part) ?? { start: 0, end: 0 };
      const sealed = await sealBytes(key, partPlace(id, part), bytes.subarray(start, end));
      return { attachment: id, part, sealed };
    }),
  );
}

/** A file that this device has just taken in, before any of it was sent. */
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

/** Stores a file and its parts: to be called in one transaction with what announces it. */
export async function storeFile(
  db: LocalDatabase,
  file: AttachmentFile,
  parts: readonly AttachmentPart[],
): Promise<void> {
  await db.attachmentFiles.put(file);
  await db.attachmentParts.bulkPut([...parts]);
}

/** Takes files off this device. Runs inside the caller's transaction over both tables, if there is one. */
export async function dropFiles(db: LocalDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.attachmentParts.where('attachment').anyOf(ids).delete();
  await db.attachmentFiles.bulkDelete([...ids]);
}

/** One part, opened; nothing where it is not here. @throws where it is not what was sealed */
export async function openPart(
  db: LocalDatabase,
  id: string,
  part: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = await db.attachmentParts.get([id, part]);
  if (stored === undefined) return null;
  return unsealBytes(keyOf(db), partPlace(id, part), stored.sealed);
}

/** A whole file as it lies on this device; nothing where it, or a part of it, is not here. */
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

/** Keeps a file of the office to be looked at without it, and lets go of those that were not looked at for longest. */
export async function keepOffline(
  db: LocalDatabase,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  now: string,
): Promise<void> {
  const parts = await sealParts(db, id, bytes);
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

/** Files whose attachment has left this person, or was deleted, are not kept any longer. */
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

/** Files on their way whose announcement the office has: their bytes are what is still unsent. Oldest first. */
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
