import { type Problem, replayOf } from '#contract/errors.ts';
import { QUARANTINED, type WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import type { SendingPause, SyncPosition } from '#db/meta-rows.ts';
import { type Conflict, openWrite } from '#db/outbox.ts';
import { HELD_BY_DAY, HELD_BY_YEAR } from '#entities/row-facts.ts';
import { type Clock, isoNow } from '../clock.ts';
import { keepOlderBase, mergeStale } from '../merge/merge-stale.ts';
import { confirmFollowers } from './followers.ts';
import { park, putBack } from './park-writes.ts';
import { keepAcknowledged } from './resend-archived.ts';
import {
  asApplied,
  composeRow,
  isSameSnapshot,
  metadataOf,
  onSameSnapshot,
  openBase,
  openChain,
  type RowSnapshot,
  readSnapshots,
  recordStateOf,
  tablesOf,
} from './row-state.ts';
import { encryptContent, historyOf } from './stored-writes.ts';

export const LONGEST_BACKOFF_MS = 5 * 60_000;
const FIRST_BACKOFF_MS = 1_000;

/** Until a page with the key handles it. */
const FOR_A_PAGE = Number.MAX_SAFE_INTEGER;

/**
 * Whether a write's backoff is over. After the clock was set back, readings can be further away than any
 * backoff: they count as over. Pure.
 */
export function isDue({ next_attempt_at }: Pick<OutboxRow, 'next_attempt_at'>, now: number): boolean {
  if (next_attempt_at === FOR_A_PAGE) return false;
  return next_attempt_at <= now || next_attempt_at > now + LONGEST_BACKOFF_MS;
}

/** Full jitter: between zero and a limit that doubles with each attempt. */
export function backoffMs(attempts: number, random: number): number {
  return random * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts, 20));
}

export interface Settled {
  /** This device may be out of date: pull soon. */
  pull: boolean;
  /** No write can be sent for now. */
  pause: SendingPause['reason'] | null;
}

/**
 * Applies one answer of the server to the local database. Each branch is one transaction; after a crash
 * before it, the write is sent again under its key. No branch loses a write.
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
      // Merging needs decrypted values: without the key the write waits for a page.
      if (db.dataKey !== null) return settleStale(db, write, answer, problem, clock);
      await putBack(db, [write], FOR_A_PAGE, problem);
      return { pull: false, pause: null };
    case 'park':
      if (answer.code === 'record.deleted') return settleDeleted(db, write, answer, problem, clock);
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

async function settleStale(
  db: LocalDatabase,
  write: OutboxRow,
  answer: WriteAnswer,
  problem: Problem,
  clock: Clock,
): Promise<Settled> {
  const outcome = await mergeStale(db, write, answer, problem);
  if (outcome !== 'nothing-left') return { pull: outcome === 'conflict', pause: null };
  await keepOlderBase(db, write);
  const version = Number((answer.row as { version: number }).version);
  return { pull: await settleAccepted(db, write, { ...answer, version }, clock), pause: null };
}

/** A row that both sides deleted is settled; one that I changed and they deleted is a conflict. */
async function settleDeleted(
  db: LocalDatabase,
  write: OutboxRow,
  answer: WriteAnswer,
  problem: Problem,
  clock: Clock,
): Promise<Settled> {
  if (write.effect === 'delete') {
    return { pull: await settleAccepted(db, write, { ...answer, row: null }, clock), pause: null };
  }
  if (write.effect === 'create') {
    await park(db, write, problem);
    return { pull: false, pause: null };
  }
  await park(db, write, problem, await withDeletion(db, write, answer));
  // It stays until its author has decided, whatever the next pull delivers.
  await db.rowsOf(write.entity).where('id').equals(write.entity_id).modify({ is_withdrawn: 1 });
  return { pull: true, pause: null };
}

/** The name of the person who deleted the row is encrypted with the write, never stored in plaintext. */
async function withDeletion(
  db: LocalDatabase,
  write: OutboxRow,
  { changed }: WriteAnswer,
): Promise<Pick<Partial<OutboxRow>, 'sealed'>> {
  if (changed === undefined || db.dataKey === null) return {};
  const { content } = await openWrite(db, write);
  const conflict: Conflict = { kind: 'deleted-there', version: null, fields: [], changed };
  return { sealed: await encryptContent(db, write.write_id, { ...content, conflict }) };
}

/** @returns whether a pull should check if this person may still see the row */
async function settleAccepted(
  db: LocalDatabase,
  write: OutboxRow,
  answer: WriteAnswer,
  clock: Clock,
): Promise<boolean> {
  let wasWithdrawn = false;
  await onSameSnapshot(db, write, async (snapshot) => {
    const row = await rowAfter(db, snapshot, write, answer);
    wasWithdrawn = snapshot.stored?.is_withdrawn === 1;
    return () => storeAccepted(db, [{ write, answer, row }], clock);
  });
  return wasWithdrawn || write.brings !== undefined;
}

/** What is stored of a row once a write of it is accepted; nothing where it goes. */
async function rowAfter(
  db: LocalDatabase,
  snapshot: RowSnapshot,
  write: OutboxRow,
  answer: WriteAnswer,
): Promise<StoredRow | null> {
  const row = await rowAsAnswered(db, snapshot, write, answer);
  if (row === null || !(await isOutsideWindow(db, write, row))) return row;
  return row.record_state === 'sent' ? null : { ...row, is_withdrawn: 1 };
}

/**
 * Whether it is a row of a day that this device doesn't hold: no pull would ever bring it, or its changes. One with something to
 * decide comes.
 */
async function isOutsideWindow(
  db: LocalDatabase,
  { entity, user_id }: OutboxRow,
  row: StoredRow,
): Promise<boolean> {
  const known = row as StoredRow & Readonly<Record<string, unknown>>;
  const day = known[HELD_BY_DAY[entity] ?? ''];
  const isOwn = (known.provider ?? known.provider_id) === user_id;
  if (typeof day !== 'string' || row.scopes.length > 0 || known.approval_request === 'pending') return false;
  if (isOwn && !HELD_BY_YEAR.includes(entity)) return false;
  const position = (await db.meta.get('position')) as SyncPosition | undefined;
  const from = isOwn ? position?.own_from : position?.others_from;
  return from != null && day < from;
}

async function rowAsAnswered(
  db: LocalDatabase,
  snapshot: RowSnapshot,
  write: OutboxRow,
  answer: WriteAnswer,
): Promise<StoredRow | null> {
  const rest = snapshot.chain.filter((row) => row.write_id !== write.write_id);
  if (answer.status === QUARANTINED || isKeptByServer(snapshot, write)) return withoutEffect(snapshot, rest);
  const isClosed = db.dataKey === null || (answer.row === undefined && write.effect !== 'delete');
  return isClosed
    ? confirmClosed(snapshot, write, rest, answer)
    : confirmOpen(db, snapshot, write, rest, answer);
}

/**
 * Whether a pull has brought the row from after its deletion was accepted: the server then kept it with a
 * request to delete it, and no pull delivers it again.
 */
function isKeptByServer({ stored }: RowSnapshot, { effect, base_version }: OutboxRow): boolean {
  if (effect !== 'delete' || stored === undefined || stored.base === null) return false;
  return base_version !== null && stored.version > base_version;
}

export interface Accepted {
  write: OutboxRow;
  answer: WriteAnswer;
}

/** Runs inside the caller's transaction over the rows' tables, `outbox`, `history`, `acknowledged` and `meta`. */
async function storeAccepted(
  db: LocalDatabase,
  accepted: readonly (Accepted & { row: StoredRow | null })[],
  clock: Clock,
): Promise<void> {
  for (const entity of new Set(accepted.map(({ write }) => write.entity))) {
    const ofTable = accepted.filter(({ write }) => write.entity === entity);
    const table = db.rowsOf(entity);
    await table.bulkPut(ofTable.flatMap(({ row }) => row ?? []));
    await table.bulkDelete(ofTable.flatMap(({ write, row }) => (row === null ? [write.entity_id] : [])));
  }
  await releaseDependents(db, accepted);
  await db.outbox.bulkDelete(accepted.map(({ write }) => write.seq));
  await confirmFollowers(
    db,
    accepted.map(({ write }) => write),
  );
  const now = isoNow(clock);
  await keepAcknowledged(db, accepted, now);
  await db.history.bulkPut(
    accepted.map(({ write, answer }) =>
      historyOf(write, answer.status === QUARANTINED ? 'quarantined' : 'sent', now),
    ),
  );
}

/**
 * Brings many answers of success home in one transaction: what costs is the commit,
 * not the row. The writes must be of different rows.
 *
 * @returns whether a pull should follow; nothing where a row has changed meanwhile,
 * or a write was settled before: then nothing was stored, and each goes by itself
 */
export async function settleTogether(
  db: LocalDatabase,
  accepted: readonly Accepted[],
  clock: Clock,
): Promise<boolean | null> {
  const read = () =>
    readSnapshots(
      db,
      accepted.map(({ write }) => write),
    );
  const tables = new Set(accepted.flatMap(({ write }) => tablesOf(db, write.entity)));
  const snapshots = await db.transaction('r', [...tables, db.outbox], read);
  const isWaiting = accepted.every(({ write }, at) =>
    snapshots[at]?.chain.some((row) => row.write_id === write.write_id),
  );
  if (!isWaiting) return null;
  const prepared = await Promise.all(
    accepted.map(async ({ write, answer }, at) => ({
      ...{ write, answer },
      row: await rowAfter(db, snapshots[at] as RowSnapshot, write, answer),
    })),
  );
  const isStored = await db.transaction(
    'rw',
    [...tables, db.outbox, db.history, db.acknowledged, db.meta],
    async () => {
      const now = await read();
      if (!snapshots.every((snapshot, at) => isSameSnapshot(snapshot, now[at] as RowSnapshot))) return false;
      await storeAccepted(db, prepared, clock);
      return true;
    },
  );
  if (!isStored) return null;
  return (
    snapshots.some(({ stored }) => stored?.is_withdrawn === 1) ||
    accepted.some(({ write }) => write.brings !== undefined)
  );
}

/** The write has no effect until someone at the office decides: the row is what the server has. */
function withoutEffect({ stored }: RowSnapshot, rest: readonly OutboxRow[]): StoredRow | null {
  if (stored === undefined || rest.length > 0) return stored ?? null;
  if (stored.base === null || stored.is_withdrawn === 1) return null;
  return { ...stored, sealed: stored.base, base: null, confirmed: [], record_state: 'sent', is_gone: 0 };
}

/**
 * Without the key: what people see stays, versions and flags move on; the next pull brings the rest. If a pull has already
 * brought the row with this write in it, no other will: then the row is what that pull brought.
 */
function confirmClosed(
  snapshot: RowSnapshot,
  write: OutboxRow,
  rest: OutboxRow[],
  answer: WriteAnswer,
): StoredRow | null {
  const { stored } = snapshot;
  if (stored === undefined) return null;
  if (rest.length === 0 && (write.effect === 'delete' || stored.is_withdrawn === 1)) return null;
  const isBroughtAlready = rest.length === 0 && hasBrought(snapshot, answer);
  return {
    ...stored,
    ...(isBroughtAlready && stored.base !== null ? { sealed: stored.base } : {}),
    version: Math.max(stored.version, answer.version ?? 0),
    record_state: recordStateOf(rest),
    base: rest.length === 0 ? null : stored.base,
    confirmed: rest.length === 0 ? [] : [...stored.confirmed, write],
  };
}

/** Whether the base, with nothing else upon it, already has the version that the write led to. */
function hasBrought({ stored, led }: RowSnapshot, { version }: WriteAnswer): boolean {
  if (stored === undefined || stored.base === null || version === null) return false;
  return stored.confirmed.length + led.length === 0 && stored.version >= version;
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
    writes: chain.map(asApplied),
    ...metadataOf(stored),
    version: Math.max(stored?.version ?? 0, answer.version ?? 0),
  });
}

/**
 * Releases the dependents of these writes. The next write of the same row gets its version, unless it is
 * known to be based on an older row.
 */
async function releaseDependents(db: LocalDatabase, accepted: readonly Accepted[]): Promise<void> {
  const done = new Map(accepted.map((one) => [one.write.write_id, one]));
  const waiting = await db.outbox
    .where('depends_on')
    .anyOf([...done.keys()])
    .distinct()
    .toArray();
  const released = waiting
    .filter((row) => !done.has(row.write_id))
    .map((row): OutboxRow => {
      const before = row.depends_on
        .map((id) => done.get(id))
        .find((one) => one?.write.entity_id === row.entity_id);
      const depends_on = row.depends_on.filter((id) => !done.has(id));
      // It was put off for what has now been accepted.
      const isFree =
        depends_on.length === 0 && row.state === 'waiting' && row.problem?.code === 'write.blocked';
      return {
        ...row,
        ...(isFree ? { next_attempt_at: 0, problem: null } : {}),
        depends_on,
        built_on: [...(row.built_on ?? []), ...row.depends_on.filter((id) => done.has(id))],
        base_version:
          before === undefined || row.effect === 'create'
            ? row.base_version
            : (row.base_version ?? before.answer.version),
      };
    });
  await db.outbox.bulkPut(released);
}
