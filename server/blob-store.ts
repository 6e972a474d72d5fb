import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { missingParts } from '#domain/attachments/part-plan.ts';

/** A complete stored file. */
export interface Blob {
  size: number;
  /** Its first bytes, at most the requested number. */
  head: Uint8Array;
  stream(): Readable;
}

/**
 * Storage for file bytes. Every server process sees the same, and none keeps anything of it in memory. Names
 * are ids, never people's file names.
 */
export interface BlobStore {
  /** Stores one part of an unfinished file. The same part again replaces it. */
  putPart(id: string, part: number, bytes: Uint8Array): Promise<void>;
  /** The stored parts, in order. */
  parts(id: string): Promise<number[]>;
  /**
   * Assembles the file if all of its parts are present and match the announcement. `missing`: a part is not
   * there (any more); `different`: they don't match, and nothing of them is kept.
   */
  join(
    id: string,
    announced: { parts: number; size: number; sha256: string },
  ): Promise<'joined' | 'missing' | 'different'>;
  /** Stores a complete file at once. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Null if no complete file is stored. */
  read(id: string, headBytes: number): Promise<Blob | null>;
  dropParts(id: string): Promise<void>;
  /** Deletes the file and all its parts. */
  remove(id: string): Promise<void>;
  /** Every file of which anything is stored, with the instant of its last change. */
  list(): AsyncIterable<{ id: string; changed_at: Date }>;
}

/** The bytes of attachments are next to the database. */
export function openBlobs({ dataDir }: { dataDir: string }): BlobStore {
  return fileBlobStore(join(dataDir, 'attachments'));
}

/** All bytes of a file; null if no complete file is stored. */
export async function readWhole(blobs: BlobStore, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const blob = await blobs.read(id, 0);
  if (blob === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of blob.stream()) parts.push(part as Uint8Array);
  return new Uint8Array(Buffer.concat(parts));
}

const WHOLE = 'whole';
const PART = /^part-(\d{1,4})$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Stores each file in a folder of its own under `folder`. Bytes are on the disk before the file gets its
 * name.
 */
function fileBlobStore(folder: string): BlobStore {
  // The last letters of an id are its most random.
  const placeOf = (id: string) => {
    if (!ID.test(id)) throw new TypeError('Blobs have ids.');
    return join(folder, id.slice(-2), id);
  };

  async function writeAs(id: string, name: string, write: (file: FileHandle) => Promise<boolean>) {
    const place = placeOf(id);
    await mkdir(place, { recursive: true, mode: 0o700 });
    const temporary = join(place, `${name}.${randomUUID()}.tmp`);
    try {
      const file = await open(temporary, 'wx', 0o600);
      let isGood: boolean;
      try {
        isGood = await write(file);
        if (isGood) await file.sync();
      } finally {
        await file.close();
      }
      if (!isGood) return false;
      await rename(temporary, join(place, name));
      await syncFolder(place);
      return true;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function arrived(id: string): Promise<number[]> {
    const names = await namesIn(placeOf(id));
    return names
      .flatMap((name) => PART.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  }

  async function dropParts(id: string): Promise<void> {
    const place = placeOf(id);
    for (const part of await arrived(id)) await rm(join(place, `part-${part}`), { force: true });
  }

  return {
    async putPart(id, part, bytes) {
      await writeAs(id, `part-${part}`, async (file) => {
        await file.writeFile(bytes);
        return true;
      });
    },
    parts: arrived,
    async join(id, announced) {
      const place = placeOf(id);
      if (missingParts(announced.parts, await arrived(id)).length > 0) return 'missing';
      const hash = createHash('sha256');
      let size = 0;
      let isGone = false;
      const isWhole = await writeAs(id, WHOLE, async (file) => {
        for (let part = 1; part <= announced.parts; part += 1) {
          const bytes = await readFile(join(place, `part-${part}`)).catch(nothingWhereAbsent);
          // Another process has assembled them in the meantime.
          if (bytes === null) {
            isGone = true;
            return false;
          }
          hash.update(bytes);
          size += bytes.length;
          await file.writeFile(bytes);
        }
        return size === announced.size && hash.digest('hex') === announced.sha256;
      });
      if (isGone) return 'missing';
      // Parts of an assembled file stay until its row says so: `dropParts`.
      if (isWhole) return 'joined';
      await dropParts(id);
      return 'different';
    },
    async put(id, bytes) {
      await writeAs(id, WHOLE, async (file) => {
        await file.writeFile(bytes);
        return true;
      });
    },
    async read(id, headBytes) {
      const path = join(placeOf(id), WHOLE);
      const file = await open(path, 'r').catch(nothingWhereAbsent);
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0);
        return { size, head: buffer.subarray(0, bytesRead), stream: () => createReadStream(path) };
      } finally {
        await file.close();
      }
    },
    dropParts,
    async remove(id) {
      await rm(placeOf(id), { recursive: true, force: true });
    },
    async *list() {
      for (const group of await namesIn(folder)) {
        for (const id of await namesIn(join(folder, group))) {
          const found = ID.test(id) ? await stat(join(folder, group, id)).catch(nothingWhereAbsent) : null;
          if (found !== null) yield { id, changed_at: found.mtime };
        }
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nothingWhereAbsent)) ?? [];
}

/** A name is durable once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nothingWhereAbsent(problem: unknown): null {
  const { code } = problem as { code?: string };
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw problem;
}
