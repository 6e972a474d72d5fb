import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { type BlobStore, folderOfBlobs, openBlobs, readWhole } from './blob-store.ts';
import { fileBlobStore } from './blobs/file-blobs.ts';
import { s3BlobStore } from './blobs/s3-blobs.ts';
import { s3PlaceOf } from './blobs/s3-place.ts';
import { CommandProblem } from './commands.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';

/** Each holds a whole file in memory. */
const AT_ONCE = 4;
const NAMED_IDS = 10;

/**
 * `copy-attachments [--from <folder or s3 address>]`: copies every complete file into the store that the
 * settings name, by default from the folder in the data directory. Nothing is deleted. It can be interrupted
 * and repeated: what is there already, in the same size, is left alone.
 *
 * A file that doesn't match the checksum of its record is named and not copied.
 * @throws CommandProblem
 */
export async function copyAttachmentsCommand(
  db: Database,
  args: string[],
  config: Config,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' } } });
  const source = sourceOf(values.from, config, environment);
  const copied = await copyBlobs(source, openBlobs(config), await checksums(db));
  const { damaged } = copied;
  const done = `Copied ${counted(copied.copied)} (${(copied.bytes / 1_000_000).toFixed(1)} MB). ${counted(copied.present)} already there.`;
  if (damaged.length === 0) return done;
  const more = damaged.length > NAMED_IDS ? ` and ${damaged.length - NAMED_IDS} more` : '';
  throw new CommandProblem(
    `${done}\n${counted(damaged.length)} not copied, because they differ from their checksum. Restore them from a backup: ${damaged.slice(0, NAMED_IDS).join(', ')}${more}.`,
  );
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

function sourceOf(from: string | undefined, config: Config, environment: NodeJS.ProcessEnv): BlobStore {
  if (from?.startsWith('s3://')) {
    const place = s3PlaceOf(from, environment);
    if (typeof place === 'string') throw new CommandProblem(`--from ${place}`);
    return s3BlobStore(place);
  }
  const folder = from === undefined ? folderOfBlobs(config.dataDir) : resolve(from);
  if (config.attachments === null && folder === folderOfBlobs(config.dataDir)) {
    throw new CommandProblem(
      'Both are the same store. Set ATTACHMENTS_URL to the new one, or --from to the old one.',
    );
  }
  return fileBlobStore(folder);
}

/** What the records say about their files, by id. */
async function checksums(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ id: string; sha256: string }>(
    sql`select id::text, sha256 from attachments`,
  );
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

/** What became of the files. */
interface Copied {
  copied: number;
  bytes: number;
  present: number;
  /** Ids of those that differ from their checksum. */
  damaged: string[];
}

async function copyBlobs(from: BlobStore, to: BlobStore, sums: ReadonlyMap<string, string>): Promise<Copied> {
  const outcome: Copied = { copied: 0, bytes: 0, present: 0, damaged: [] };
  const whole = new Set<string>();
  for await (const { id, is_whole } of to.list()) if (is_whole) whole.add(id);
  const copyOne = async (id: string) => {
    const there = whole.has(id) ? await to.read(id, 0) : null;
    if (there !== null && there.size === (await from.read(id, 0))?.size) {
      outcome.present += 1;
      return;
    }
    const bytes = await readWhole(from, id);
    // Swept in the meantime.
    if (bytes === null) return;
    const sum = sums.get(id);
    if (sum !== undefined && createHash('sha256').update(bytes).digest('hex') !== sum) {
      outcome.damaged.push(id);
      return;
    }
    await to.put(id, bytes);
    outcome.copied += 1;
    outcome.bytes += bytes.length;
  };
  const inTurn = pLimit(AT_ONCE);
  let waiting: Promise<void>[] = [];
  for await (const { id, is_whole } of from.list()) {
    if (!is_whole) continue;
    waiting.push(inTurn(copyOne, id));
    // A bounded number in memory, however many there are.
    if (waiting.length >= 1_000) {
      await allOf(waiting);
      waiting = [];
    }
  }
  await allOf(waiting);
  return outcome;
}

/** Throws only when nothing is under way any more. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
