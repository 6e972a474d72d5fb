import type { EntityName } from '#contract/entity-name.ts';
import type { PulledChange, PullPage, ScopeDigest } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import { TABLE_OF } from '#db/local-database.ts';
import type { SyncPosition } from '#db/meta-rows.ts';
import { isSubjectOfWork } from '#entities/row-facts.ts';
import type { ApiClient } from '../api-client.ts';
import { followerOf } from '../behaviors/behaviors.ts';
import { type DrainLock, drainLockName, webLock } from '../outbox/drain.ts';
import { awaitedRows, bringAlong, dropUnconfirmed } from '../outbox/followers.ts';
import { noteNoneLeft, noteStudents } from '../outbox/left-students.ts';
import { sortOrphans } from '../outbox/orphans.ts';
import {
  endResend,
  newestAcknowledged,
  purgeAcknowledged,
  resendArchived,
} from '../outbox/resend-archived.ts';
import {
  asApplied,
  composeRow,
  isInChain,
  isLeading,
  isSameSnapshot,
  metadataOf,
  openChain,
  type RowSnapshot,
} from '../outbox/row-state.ts';
import { digestCheck, driftedScopes, isCheckDue, noteCheck, wantDigestCheck } from './digest.ts';
import { FirstRows } from './first-rows.ts';
import { noteEndedFollows, noteFilesHere, tellFollows } from './follow-files.ts';
import { dropOlderGenerations, leaveScopes } from './leave-scopes.ts';

/** Rows per request and transaction: small enough to keep the page responsive. */
const PAGE_LIMIT = 1_000;
const CHUNK = 500;

/** How often a page overtaken by local writes is requested again; after that the next pull fixes it. */
const MOST_ASKED_AGAIN = 3;

const START: SyncPosition = {
  key: 'position',
  cursor: null,
  epoch: null,
  generation: 0,
  is_refreshing: true,
  applied: 0,
  total: null,
  was_whole: false,
  pulled_at: null,
};

/**
 * Whether the device has been complete at least once. A later full pull replaces rows without emptying the
 * device.
 */
export function wasWhole({ was_whole, is_refreshing, cursor }: SyncPosition): boolean {
  return was_whole ?? (cursor !== null && !is_refreshing);
}

export async function syncPosition(db: LocalDatabase): Promise<SyncPosition> {
  return ((await db.meta.get('position')) as SyncPosition | undefined) ?? START;
}

interface Device {
  db: LocalDatabase;
  api: ApiClient;
  deviceId: string;
  lock: DrainLock;
}

/**
 * Brings the device up to date, page by page. A page's rows and its cursor are stored in one transaction, so
 * an interrupted pull resumes where it was.
 *
 * Once a day, and on suspicion, it compares every scope with the server's digest; a difference triggers a
 * full pull, which repairs everything except the outbox. So does the first one after writes were sent again.
 * @param lock held by anything that sends for this user
 * @throws NoAnswer, ApiError
 */
export async function pullAll(
  db: LocalDatabase,
  api: ApiClient,
  deviceId: string,
  lock: DrainLock = webLock,
): Promise<void> {
  const device: Device = { db, api, deviceId, lock };
  const before = await syncPosition(db);
  const awaited = await awaitedRows(db);
  const check = await digestCheck(db);
  const withDigests = isCheckDue(check, before.pulled_at);
  await tellFollows(db, api, deviceId);
  let end = await pullPages(device, withDigests);
  // Only a server that knows the cursor shows that it wasn't restored again.
  if (end !== null && (await startOverAfterResend(db))) end = await pullPages(device, withDigests);
  // After a pull from the start: the server may have been restored, and follow less than before.
  if (end !== null && (await tellFollows(db, api, deviceId))) end = await pullPages(device, withDigests);
  if (end !== null) await noteFilesHere(db);
  if (end !== null) await dropUnconfirmed(db, awaited);
  if (end?.digests !== undefined) await repairDrift(device, end.digests, end.server_time);
  else if (end !== null && check.checked_at === null) {
    await noteCheck(db, end.server_time, { unrepaired: [], repairs: 0 });
  }
  await sortOrphans(db);
  if (end !== null) await purgeAcknowledged(db, end.server_time);
}

/**
 * Whether the server may have lost acknowledged writes: its epoch changed, or it doesn't know a cursor that
 * it once issued.
 */
function mayHaveForgotten({ cursor, epoch }: SyncPosition, page: PullPage): boolean {
  return page.is_fresh && epoch !== null && (cursor !== null || epoch !== page.epoch);
}

/** @returns the last page; null if another tab has overtaken this pull */
async function pullPages(
  { db, api, deviceId, lock }: Device,
  withDigests: boolean,
): Promise<PullPage | null> {
  const ask = (cursor: string | null) => {
    const queryOf = (acknowledged: string | null) => ({
      limit: PAGE_LIMIT,
      device_id: deviceId,
      ...(cursor === null ? {} : { cursor }),
      ...(acknowledged === null ? {} : { acknowledged }),
      ...(withDigests ? { digests: '1' as const } : {}),
    });
    const settledBefore = db.history.count();
    const answer = settledBefore
      .then(() => newestAcknowledged(db))
      .then((acknowledged) => api.call('sync.pull', { query: queryOf(acknowledged) }));
    // The awaiting caller handles failures; an unneeded prefetched page may fail silently.
    answer.catch(() => {});
    return { cursor, answer, settledBefore };
  };
  let asksLeft = MOST_ASKED_AGAIN;
  const first = (await syncPosition(db)).generation === 0 ? new FirstRows() : undefined;
  let prefetched: ReturnType<typeof ask> | null = null;
  for (;;) {
    const position = await syncPosition(db);
    // If another tab has advanced the cursor, the prefetched page is not the next one.
    const request = prefetched?.cursor === position.cursor ? prefetched : ask(position.cursor);
    const page: PullPage = await request.answer;
    if (mayHaveForgotten(position, page)) {
      // Delete what was kept longer than the server keeps idempotency keys.
      await purgeAcknowledged(db, page.server_time);
      await resendWhenIdle(db, lock);
    }
    // Fetch the next page while this one is being stored.
    prefetched = page.more ? ask(page.cursor) : null;
    const isStored = await applyPage(
      db,
      position,
      page,
      asksLeft > 0 ? await request.settledBefore : undefined,
      first,
    );
    if (!isStored) first?.giveUp();
    if (!isStored && (await syncPosition(db)).cursor === position.cursor) {
      asksLeft -= 1;
      prefetched = null;
      continue;
    }
    if (!page.more) return isStored ? page : null;
  }
}

/**
 * What is on the wire may take effect now, and its answer must come before those of the writes in front of it:
 * the newest acknowledged write proves the ones before it.
 */
function resendWhenIdle(db: LocalDatabase, lock: DrainLock): Promise<number> {
  return lock(drainLockName(db), () => resendArchived(db));
}

/** Changes in flight while the digests were taken get a second comparison before a full pull. */
async function repairDrift(device: Device, digests: readonly ScopeDigest[], now: string): Promise<void> {
  const { db } = device;
  let drifted = await driftedScopes(db, digests);
  for (const isFromTheStart of [false, true]) {
    if (drifted.length === 0) break;
    // An answer that arrives in the meantime is newer than the digests: leave it to the next pull.
    if ((await db.outbox.where('state').equals('sending').count()) > 0) return wantDigestCheck(db);
    if (isFromTheStart) await forgetCursor(db);
    const end = await pullPages(device, true);
    if (end?.digests === undefined) return wantDigestCheck(db);
    const left = await driftedScopes(db, end.digests);
    if (isFromTheStart) return noteCheck(db, now, { unrepaired: left, repairs: 1 });
    drifted = left;
  }
  await noteCheck(db, now, { unrepaired: [], repairs: 0 });
}

/** @returns whether the next pull starts over because everything that was sent again has been answered */
function startOverAfterResend(db: LocalDatabase): Promise<boolean> {
  return db.transaction('rw', db.meta, db.outbox, async () => {
    const isOver = await endResend(db);
    if (isOver) await forgetCursor(db);
    return isOver;
  });
}

/** The next pull starts over; the device keeps its rows until it is complete. */
async function forgetCursor(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ ...(await syncPosition(db)), cursor: null });
  });
}

/**
 * Stores a page. In a full pull, a page replaces what the device knows, so it must not be older than local
 * writes settled since it was requested.
 * @param settledBefore how many writes were settled when the page was requested; null if that doesn't matter
 * @param first what this pull has stored, if it is the device's first
 * @returns false if the page was dropped: another tab moved the cursor, or local writes were settled
 */
export async function applyPage(
  db: LocalDatabase,
  position: SyncPosition,
  page: PullPage,
  settledBefore?: number,
  first?: FirstRows,
): Promise<boolean> {
  const isStart = page.is_fresh || position.cursor === null;
  const generation = isStart ? position.generation + 1 : position.generation;
  const isRefreshing = isStart || position.is_refreshing;
  const told = isStart ? START : position;
  const next: SyncPosition = {
    key: 'position',
    cursor: page.cursor,
    epoch: page.epoch,
    generation,
    is_refreshing: isRefreshing && page.more,
    applied: told.applied + page.changes.length,
    total: isStart ? page.total : position.total,
    was_whole: wasWhole(position) || !page.more,
    whole_from: page.whole_from ?? told.whole_from,
    lacking: page.lacking ?? told.lacking,
    // What an earlier pull brought stays until this one is whole.
    others_from: page.others_from === undefined ? position.others_from : page.others_from,
    own_from: page.own_from === undefined ? position.own_from : page.own_from,
    sees_all: page.sees_all,
    pulled_at: page.server_time,
  };
  const tables = [...Object.values(TABLE_OF).map((name) => db.table(name)), db.outbox, db.history, db.meta];
  for (;;) {
    const prepared = await preparePage(db, page, { generation, isRefreshing, first });
    const outcome = await db.transaction('rw', tables, async () => {
      if ((await syncPosition(db)).cursor !== position.cursor) return 'overtaken';
      if (isRefreshing && settledBefore !== undefined && (await db.history.count()) !== settledBefore) {
        return 'overtaken';
      }
      if (first !== undefined && !(await first.checkAlone(db, position.cursor))) return 'changed';
      for (const { entity, snapshots } of prepared) {
        const current = await readSnapshots(db, entity, [...snapshots.keys()], first);
        if (!isSameBatch(snapshots, current)) return 'changed';
      }
      for (const { entity, put, remove } of prepared) {
        const table = db.rowsOf(entity);
        if (remove.length > 0) await table.bulkDelete(remove);
        for (let at = 0; at < put.length; at += CHUNK) await table.bulkPut(put.slice(at, at + CHUNK));
      }
      const withScopes = await leaveScopes(db, page.scopes_removed);
      const missed = isRefreshing && !page.more ? await dropOlderGenerations(db, generation) : [];
      if (page.sees_all === true) await noteNoneLeft(db);
      else {
        await noteStudents(db, studentsTold(page, prepared));
        // The scopes end after the page's changes.
        await noteStudents(db, { left: [...withScopes, ...missed], back: [] });
      }
      await db.meta.put(next);
      await noteEndedFollows(db, page);
      return 'stored';
    });
    if (outcome === 'stored') {
      const rows = prepared.flatMap(({ entity, put }) => put.map(({ id }) => [entity, id] as const));
      first?.add(page.cursor, rows);
      await alignFollowers(db, prepared);
      return true;
    }
    if (outcome === 'overtaken') return false;
  }
}

/** What the changes of a page say about who has left this person, and who is there. */
function studentsTold(
  page: PullPage,
  prepared: readonly PreparedTable[],
): { left: string[]; back: string[] } {
  const students = page.changes.filter(({ entity }) => isSubjectOfWork(entity));
  const rows = prepared.filter(({ entity }) => isSubjectOfWork(entity)).flatMap(({ put }) => put);
  const stay = new Set(rows.filter((row) => row.is_withdrawn === 0).map((row) => row.id));
  return { left: students.map(({ id }) => id).filter((id) => !stay.has(id)), back: [...stay] };
}

/** Rows carried by queued writes follow the newer base of their leading row. */
async function alignFollowers(db: LocalDatabase, prepared: readonly PreparedTable[]): Promise<void> {
  for (const { entity, snapshots } of prepared) {
    if (followerOf(entity) === undefined) continue;
    for (const [id, { chain }] of snapshots) if (chain.length > 0) await bringAlong(db, { entity, id });
  }
}

interface PreparedTable {
  entity: EntityName;
  snapshots: Map<string, RowSnapshot>;
  put: StoredRow[];
  remove: string[];
}

interface Round {
  generation: number;
  /** Whether it is part of a full pull. */
  isRefreshing: boolean;
  first: FirstRows | undefined;
}

/** Everything slow, done before the transaction: reading, decrypting, rebasing, encrypting. */
async function preparePage(db: LocalDatabase, page: PullPage, round: Round): Promise<PreparedTable[]> {
  const byEntity = new Map<EntityName, PulledChange[]>();
  for (const change of page.changes) {
    const known = byEntity.get(change.entity);
    if (known === undefined) byEntity.set(change.entity, [change]);
    else known.push(change);
  }
  return Promise.all(
    Array.from(byEntity, async ([entity, changes]) => {
      const snapshots = await readSnapshots(
        db,
        entity,
        changes.map((change) => change.id),
        round.first,
      );
      const prepared: PreparedTable = { entity, snapshots, put: [], remove: [] };
      await Promise.all(
        changes.map(async (change) => {
          const row = await prepareRow(
            db,
            change,
            snapshots.get(change.id) ?? { stored: undefined, chain: [], led: [] },
            round,
          );
          if (row === null) prepared.remove.push(change.id);
          else prepared.put.push(row);
        }),
      );
      return prepared;
    }),
  );
}

async function prepareRow(
  db: LocalDatabase,
  change: PulledChange,
  snapshot: RowSnapshot,
  { generation, isRefreshing }: Round,
): Promise<StoredRow | null> {
  const { stored } = snapshot;
  // Scopes from an older full pull no longer count.
  const scopes = new Set(stored?.generation === generation ? stored.scopes : []);
  for (const scope of change.scopes) scopes.add(scope);
  for (const scope of change.left) scopes.delete(scope);
  const chain = await openChain(db, snapshot.chain);
  const writes = chain.map(asApplied);
  if (change.row === null) {
    if (stored === undefined) return null;
    const kept = { ...stored, scopes: [...scopes], generation };
    if (scopes.size > 0) return kept;
    return snapshot.chain.length + snapshot.led.length > 0 ? { ...kept, is_withdrawn: 1 } : null;
  }
  const version = Number((change.row as { version?: number }).version ?? 1);
  // An answer to this device's own write may be newer than the page. In a full pull it doesn't count: the
  // server may have been restored to an older state.
  const isAhead = stored !== undefined && stored.version > version;
  if (isAhead && !(isRefreshing && stored.generation !== generation)) {
    return { ...stored, scopes: [...scopes], generation, is_withdrawn: 0 };
  }
  return composeRow(db, change.entity, change.id, {
    base: change.row,
    writes,
    ...metadataOf(stored),
    is_withdrawn: 0,
    version,
    scopes: [...scopes],
    generation,
  });
}

async function readSnapshots(
  db: LocalDatabase,
  entity: EntityName,
  ids: string[],
  first: FirstRows | undefined,
): Promise<Map<string, RowSnapshot>> {
  const known = first === undefined ? ids : ids.filter((id) => !first.lacks(entity, id));
  const stored = new Map((await db.rowsOf(entity).bulkGet(known)).map((row) => [row?.id, row]));
  const chains = new Map<string, OutboxRow[]>();
  // The outbox is small compared to a page: read all of it once.
  for (const row of (await db.outbox.orderBy('seq').toArray()).filter(isInChain)) {
    const chain = chains.get(row.entity_id);
    if (chain === undefined) chains.set(row.entity_id, [row]);
    else chain.push(row);
  }
  return new Map(
    ids.map((id) => {
      const row = stored.get(id);
      const leading = chains.get(row?.led_by ?? '') ?? [];
      const led = leading.filter((write) => isLeading(write, id));
      return [id, { stored: row, chain: chains.get(id) ?? [], led }];
    }),
  );
}

function isSameBatch(a: Map<string, RowSnapshot>, b: Map<string, RowSnapshot>): boolean {
  for (const [id, snapshot] of a) {
    const other = b.get(id);
    if (other === undefined || !isSameSnapshot(snapshot, other)) return false;
  }
  return true;
}
