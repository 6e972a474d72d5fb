import { PUSH_LIMIT } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { Clock } from '../clock.ts';
import { isDue } from './settle.ts';

/**
 * How many bytes of encrypted writes travel in one request, unless a single write has more.
 * Far below what a push may carry: a slow network gets through it before the request times out.
 */
export const BATCH_BYTES = 512 * 1_024;

const NOTHING: ReadonlySet<string> = new Set();

/**
 * The writes to send next, in local order. Pure.
 *
 * Within a lane nothing overtakes. A write that the server refused holds up only
 * what builds on it. Of one row at most one change travels at a time, because
 * the next needs its version.
 *
 * @param rows all that waits, or its beginning
 * @param unsent the ids of all that waits, or at least of what these rows depend on
 * @param underWay the ids of writes on the wire, which are not picked again; their rows and dependents wait
 */
export function pickBatch(
  rows: readonly OutboxRow[],
  now: number,
  limit = PUSH_LIMIT,
  unsent: ReadonlySet<string> = new Set(rows.map((row) => row.write_id)),
  underWay: ReadonlySet<string> = NOTHING,
): OutboxRow[] {
  const batch: OutboxRow[] = [];
  const inBatch = new Set<string>();
  const rowsInBatch = new Set<string>();
  const stoppedLanes = new Set<string>();
  let bytes = 0;
  for (const row of rows) {
    if (batch.length >= limit) break;
    if (row.state !== 'waiting' && row.state !== 'sending') continue;
    if (underWay.has(row.write_id)) {
      rowsInBatch.add(row.entity_id);
      continue;
    }
    const isReady =
      !stoppedLanes.has(row.lane) &&
      isDue(row, now) &&
      !rowsInBatch.has(row.entity_id) &&
      row.depends_on.every((id) => !unsent.has(id) || inBatch.has(id));
    if (!isReady) {
      stoppedLanes.add(row.lane);
      continue;
    }
    bytes += row.sealed.byteLength;
    if (bytes > BATCH_BYTES && batch.length > 0) break;
    batch.push(row);
    inBatch.add(row.write_id);
    rowsInBatch.add(row.entity_id);
  }
  return batch;
}

/**
 * Marks the next batch as under way. What still says `sending` belongs to a
 * holder of the lock that died; it goes out again under its old key.
 *
 * The mark must be durable before the request leaves: a write that the server has seen must not count as
 * never attempted, or a later change could be folded into it.
 */
export function leaseBatch(db: LocalDatabase, clock: Clock, limit: number): Promise<OutboxRow[]> {
  return db.transaction('rw', db.outbox, async () => leased(db, await nextBatch(db, clock, limit, NOTHING)));
}

/**
 * Marks the batch after the one on the wire, if it is a full one: what depends on that one can't be part of
 * it yet, so that the remains of a queue would travel in many small requests.
 * @param batch on the wire; all before it is settled
 */
export function leaseBehind(
  db: LocalDatabase,
  clock: Clock,
  limit: number,
  batch: readonly OutboxRow[],
): Promise<OutboxRow[]> {
  const underWay = new Set(batch.map((row) => row.write_id));
  return db.transaction('rw', db.outbox, async () => {
    const next = await nextBatch(db, clock, limit, underWay);
    return next.length < limit ? [] : leased(db, next);
  });
}

async function nextBatch(
  db: LocalDatabase,
  clock: Clock,
  limit: number,
  underWay: ReadonlySet<string>,
): Promise<OutboxRow[]> {
  const pick = async (rows: readonly OutboxRow[], isWhole: boolean) => {
    const unsent = isWhole ? new Set(rows.map((row) => row.write_id)) : await unsentAround(db, rows);
    const due = rows.map((row) => asDue(db, row));
    return pickBatch(due, clock.now(), limit, unsent, underWay);
  };
  // Usually the batch is at the start of a long queue, so the rest needn't be read.
  const readFirst = 2 * limit + underWay.size;
  const first = await db.outbox.orderBy('seq').limit(readFirst).toArray();
  const isWhole = first.length < readFirst;
  const batch = await pick(first, isWhole);
  if (isWhole || batch.length === limit) return batch;
  return pick(await db.outbox.orderBy('seq').toArray(), true);
}

/** The ids of these writes, and of unsent writes elsewhere in the queue that they depend on. */
async function unsentAround(db: LocalDatabase, rows: readonly OutboxRow[]): Promise<Set<string>> {
  const unsent = new Set(rows.map((row) => row.write_id));
  const elsewhere = new Set(rows.flatMap((row) => row.depends_on).filter((id) => !unsent.has(id)));
  if (elsewhere.size === 0) return unsent;
  const found = await db.outbox
    .where('write_id')
    .anyOf([...elsewhere])
    .toArray();
  for (const row of found) unsent.add(row.write_id);
  return unsent;
}

async function leased(db: LocalDatabase, batch: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const rows = batch.map((row) => ({
    ...row,
    state: 'sending' as const,
    attempts: row.attempts + 1,
  }));
  await db.outbox.bulkPut(rows);
  return rows;
}

function asDue(db: LocalDatabase, row: OutboxRow): OutboxRow {
  // The device's own token says nothing of the person's: what is held for their sign-in goes out closed.
  if (isClosed(db)) return row.state === 'held' ? { ...row, state: 'waiting' } : row;
  // The worker cannot merge without the key; a page that has it retries at once.
  return row.problem?.code === 'record.stale' ? { ...row, next_attempt_at: 0 } : row;
}

/** No data key is available: writes are sent as ciphertext, under the device's token. */
export function isClosed(db: LocalDatabase): boolean {
  return db.dataKey === null;
}
