import { v7 as uuidv7 } from 'uuid';
import { type Problem, replayOf } from '#contract/errors.ts';
import type { WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow, SendingPause, StoredRow } from '#db/local-database.ts';
import { openWrite } from '#db/outbox.ts';
import { type Clock, isoNow } from './clock.ts';
import { markBlocked } from './dependents.ts';
import { mergeFields } from './merge.ts';
import { historyOf, replaceWrites, sealContent } from './queue-write.ts';
import {
  asApplied,
  composeRow,
  isSameSnapshot,
  openBase,
  openChain,
  type RowSnapshot,
  readSnapshot,
  recordStateOf,
  standingOf,
} from './row-state.ts';

/** After so many merges by itself, a write that is stale again is asked about. */
export const MOST_MERGES = 3;
export const LONGEST_BACKOFF_MS = 5 * 60_000;
const FIRST_BACKOFF_MS = 1_000;

/** Until somebody with the key takes it up. */
const FOR_A_PAGE = Number.MAX_SAFE_INTEGER;

/**
 * Whether a write may go, as far as its back-off goes. A clock that was set back
 * leaves readings further away than any back-off: they count as over. Pure.
 */
export function isDue({ next_attempt_at }: Pick<OutboxRow, 'next_attempt_at'>, now: number): boolean {
  if (next_attempt_at === FOR_A_PAGE) return false;
  return next_attempt_at <= now || next_attempt_at > now + LONGEST_BACKOFF_MS;
}

/** Full jitter: somewhere between nothing and a limit that doubles with each attempt. */
export function backoffMs(attempts: number, random: number): number {
  return random * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts, 20));
}

export interface Settled {
  /** What this device holds may be out of date: pull soon. */
  pull: boolean;
  /** No write can be sent for now. */
  pause: SendingPause['reason'] | null;
}

/**
 * Brings one answer of the server into the local database. Each branch is one
 * transaction; a crash before it leaves the write to be sent again under its
 * key. No branch loses a write.
 */
export async function settleAnswer(
  db: LocalDatabase,
  write: OutboxRow,
  answer: WriteAnswer,
  clock: Clock,
): Promise<Settled> {
  if (answer.status >= 200 && answer.status < 300) {
    return { pull: await settleAccepted(db, write, answer, clock), pause: null };
  }
  const problem: Problem = {
    code: (answer.code ?? 'server.failed') as Problem['code'],
    message: answer.message ?? '',
    ...(answer.fields === undefined ? {} : { fields: answer.fields }),
  };
  switch (replayOf(answer.status, answer.code)) {
    case 'merge':
      // Merging reads what is sealed: without the key the write waits for a page.
      if (db.dataKey !== null) return { pull: await mergeStale(db, write, answer, problem), pause: null };
      await putBack(db, [write], FOR_A_PAGE, problem);
      return { pull: false, pause: null };
    case 'park':
      await park(db, write, problem);
      return { pull: answer.status === 403, pause: null };
    case 'hold':
      await putBack(db, [write], 0, problem);
      return { pull: false, pause: 'signed-out' };
    case 'update':
      await putBack(db, [write], 0, problem);
      return { pull: false, pause: 'outdated' };
    case 'retry':
      await putBack(db, [write], clock.now() + backoffMs(write.attempts, clock.random()), problem);
      return { pull: false, pause: null };
  }
}

/** The writes wait again. They count as attempted: the server may have seen them. */
export async function putBack(
  db: LocalDatabase,
  writes: readonly OutboxRow[],
  notBefore: number,
  problem: Problem | null,
) {
  await db.outbox
    .where('seq')
    .anyOf(writes.map((write) => write.seq))
    .and((row) => row.state === 'sending')
    .modify((row) => {
      row.state = 'waiting';
      row.leased_until = 0;
      row.next_attempt_at = notBefore;
      if (problem !== null) row.problem = problem;
    });
}

async function onSameSnapshot(
  db: LocalDatabase,
  write: OutboxRow,
  attempt: (snapshot: RowSnapshot) => Promise<() => Promise<void>>,
): Promise<void> {
  const table = db.rowsOf(write.entity);
  for (;;) {
    const snapshot = await readSnapshot(db, write.entity, write.entity_id);
    // Settled before, by an answer that came twice.
    if (!snapshot.chain.some((row) => row.write_id === write.write_id)) return;
    const store = await attempt(snapshot);
    const isStored = await db.transaction('rw', [table, db.outbox, db.history], async () => {
      if (!isSameSnapshot(snapshot, await readSnapshot(db, write.entity, write.entity_id))) return false;
      await store();
      return true;
    });
    if (isStored) return;
  }
}

/** @returns whether a pull should say if the row is still this person's to see */
async function settleAccepted(
  db: LocalDatabase,
  write: OutboxRow,
  answer: WriteAnswer,
  clock: Clock,
): Promise<boolean> {
  const table = db.rowsOf(write.entity);
  let wasWithdrawn = false;
  await onSameSnapshot(db, write, async (snapshot) => {
    const rest = snapshot.chain.filter((row) => row.write_id !== write.write_id);
    const isClosed = db.dataKey === null || (answer.row === undefined && write.effect !== 'delete');
    const row = isClosed
      ? confirmClosed(snapshot, write, rest, answer)
      : await confirmOpen(db, snapshot, write, rest, answer);
    wasWithdrawn = snapshot.stored?.is_withdrawn === 1;
    return async () => {
      await (row === null ? table.delete(write.entity_id) : table.put(row));
      await releaseDependents(db, write, answer.version);
      await db.outbox.delete(write.seq);
      await db.history.put(historyOf(write, 'sent', isoNow(clock)));
    };
  });
  return wasWithdrawn;
}

/** Without the key: what people see stays, versions and flags move on; the next pull brings the rest. */
function confirmClosed(
  snapshot: RowSnapshot,
  write: OutboxRow,
  rest: OutboxRow[],
  answer: WriteAnswer,
): StoredRow | null {
  const { stored } = snapshot;
  if (stored === undefined) return null;
  if (rest.length === 0 && (write.effect === 'delete' || stored.is_withdrawn === 1)) return null;
  return {
    ...stored,
    version: Math.max(stored.version, answer.version ?? 0),
    record_state: recordStateOf(rest),
    base: rest.length === 0 ? null : stored.base,
    confirmed: rest.length === 0 ? [] : [...stored.confirmed, write],
  };
}

async function confirmOpen(
  db: LocalDatabase,
  snapshot: RowSnapshot,
  write: OutboxRow,
  rest: OutboxRow[],
  answer: WriteAnswer,
) {
  const { stored } = snapshot;
  // A pull may have brought a still newer row than the answer to an older attempt.
  const isKnownNewer = stored !== undefined && stored.version > (answer.version ?? 0) && stored.base !== null;
  const base =
    isKnownNewer && write.effect !== 'delete'
      ? await openBase(db, write.entity, snapshot)
      : (answer.row ?? null);
  const chain = await openChain(db, rest);
  return composeRow(db, write.entity, write.entity_id, {
    base: write.effect === 'delete' ? null : base,
    writes: chain.map((row) => ({ ...asApplied(row), state: row.state })),
    ...standingOf(stored),
    version: Math.max(stored?.version ?? 0, answer.version ?? 0),
  });
}

/** Whoever built on this write may go; the next one of the same row gets its version. */
async function releaseDependents(db: LocalDatabase, write: OutboxRow, version: number | null): Promise<void> {
  await db.outbox
    .where('depends_on')
    .equals(write.write_id)
    .modify((row) => {
      row.depends_on = row.depends_on.filter((id) => id !== write.write_id);
      if (row.entity_id === write.entity_id && row.effect !== 'create') row.base_version = version;
    });
}

/**
 * Keeps a refused write with the server's words until its author decides; what
 * builds on it is blocked, everything else goes on. The local value stays.
 */
export async function park(db: LocalDatabase, write: OutboxRow, problem: Problem): Promise<void> {
  const table = db.rowsOf(write.entity);
  await db.transaction('rw', [table, db.outbox], async () => {
    const parked = await db.outbox
      .where('seq')
      .equals(write.seq)
      .modify({ state: 'parked', leased_until: 0, problem });
    if (parked === 0) return;
    await markBlocked(db);
    await table.where('id').equals(write.entity_id).modify({ record_state: 'attention' });
  });
}

/**
 * Lays a stale write upon the newer row, field by field; a real overlap is parked
 * to be asked.
 *
 * @returns whether the newer row should be pulled, to be asked about
 */
async function mergeStale(
  db: LocalDatabase,
  write: OutboxRow,
  answer: WriteAnswer,
  problem: Problem,
): Promise<boolean> {
  const theirs = answer.row as Record<string, unknown> | null | undefined;
  const { content } = await openWrite(db, write);
  if (theirs === null || theirs === undefined || write.effect !== 'update' || write.merges >= MOST_MERGES) {
    await park(db, write, problem);
    return true;
  }
  const { changes, conflicts } = mergeFields(
    write.entity,
    content.base_values,
    content.body as Record<string, unknown>,
    theirs,
  );
  if (conflicts.length > 0) {
    const fields = Object.fromEntries(
      conflicts.map((field) => [field, 'Someone else changed this in the meantime.']),
    );
    await park(db, write, { ...problem, fields });
    return true;
  }
  const table = db.rowsOf(write.entity);
  const version = Number(theirs.version);
  await onSameSnapshot(db, write, async (snapshot) => {
    // A pull has brought a still newer row meanwhile: the next answer tells of that one.
    const known = snapshot.stored?.version ?? 0;
    if (known > version && version > (write.base_version ?? 0)) return () => putBack(db, [write], 0, problem);
    const chain = await openChain(db, snapshot.chain);
    const merged = {
      ...content,
      body: changes,
      base_values: Object.fromEntries(Object.keys(changes).map((field) => [field, theirs[field]])),
    };
    const writeId = uuidv7();
    const row = await composeRow(db, write.entity, write.entity_id, {
      base: theirs,
      writes: chain.map((link) => ({
        ...asApplied(link.write_id === write.write_id ? { ...link, content: merged } : link),
        state: link.write_id === write.write_id ? 'waiting' : link.state,
      })),
      ...standingOf(snapshot.stored),
      version,
    });
    const sealed = await sealContent(db, writeId, merged);
    const { seq } = write;
    return async () => {
      const current = await db.outbox.get(seq);
      if (current === undefined) return;
      await (row === null ? table.delete(write.entity_id) : table.put(row));
      await replaceWrites(db, [{ row: current, successor: writeId }], '');
      // The answered key is spent: what is sent now is another request.
      await db.outbox.put({
        ...current,
        write_id: writeId,
        sealed,
        base_version: version,
        state: 'waiting',
        leased_until: 0,
        next_attempt_at: 0,
        merges: write.merges + 1,
        problem: null,
      });
      await markBlocked(db);
    };
  });
  return false;
}
