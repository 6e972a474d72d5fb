import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { missingParts } from '#domain/attachments/part-plan.ts';
import { type BlobStore, checkedId, isBlobId, partName, partsNamed, WHOLE } from './blob.ts';

/**
 * Stores each file in a folder of its own under `folder`. Bytes are on the disk before the file gets its
 * name.
 */
export function fileBlobStore(folder: string): BlobStore {
  // The last letters of an id are its most random.
  const placeOf = (id: string) => join(folder, checkedId(id).slice(-2), id);

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
    return partsNamed(await namesIn(placeOf(id)));
  }

  async function dropParts(id: string): Promise<void> {
    const place = placeOf(id);
    for (const part of await arrived(id)) await rm(join(place, partName(part)), { force: true });
  }

  return {
    async putPart(id, part, bytes) {
      await writeAs(id, partName(part), async (file) => {
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
          const bytes = await readFile(join(place, partName(part))).catch(nothingWhereAbsent);
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
          const place = join(folder, group, id);
          const found = isBlobId(id) ? await stat(place).catch(nothingWhereAbsent) : null;
          if (found === null) continue;
          const names = await namesIn(place);
          yield {
            ...{ id, changed_at: found.mtime, is_whole: names.includes(WHOLE) },
            has_parts: partsNamed(names).length > 0,
          };
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
