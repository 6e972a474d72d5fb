import type { EntityName } from '#contract/entity-name.ts';
import { decryptRow } from '#db/encrypted-rows.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import { type OpenedWrite, writesOfRows } from '#db/outbox.ts';
import { followerOf, LEADERS } from '../behaviors/behaviors.ts';
import {
  asApplied,
  composeRow,
  isInChain,
  isLeading,
  isSameSnapshot,
  leadsOf,
  metadataOf,
  openBase,
  openChain,
  type RowSnapshot,
  readSnapshot,
  recordStateOf,
  tablesOf,
} from './row-state.ts';

/** The rows carried by another row's writes, ready to be stored with it. */
export interface Followers {
  /** Whether they are unchanged since this was prepared. Runs in the transaction. */
  areSame(): Promise<boolean>;
  /** Runs in the transaction that stores the leading row. */
  store(): Promise<void>;
}

interface Prepared {
  id: string;
  before: RowSnapshot;
  row: StoredRow | null;
}

/**
 * Prepares the rows carried by a row: the event of a lunch break. All slow work is done here.
 * @param was the row's queued writes before
 * @param now the row's base, and its queued writes after
 */
export async function prepareFollowers(
  db: LocalDatabase,
  leader: { entity: EntityName; id: string },
  was: readonly Pick<OutboxRow, 'brings'>[],
  now: { base: unknown; chain: readonly OpenedWrite[] },
): Promise<Followers> {
  const entity = followerOf(leader.entity);
  if (entity === undefined) return NONE;
  const ids = new Set([...was, ...now.chain].flatMap(({ brings }) => brings ?? []));
  const prepared = await Promise.all(
    Array.from(ids, async (id): Promise<Prepared> => {
      const before = await readSnapshot(db, entity, id);
      const leads = await leadsOf(entity, id, now.base, now.chain);
      const row = await composeRow(db, entity, id, {
        ...metadataOf(before.stored),
        base: await openBase(db, entity, before),
        writes: (await openChain(db, before.chain)).map(asApplied),
        leads,
        led_by: leader.id,
      });
      return { id, before, row };
    }),
  );
  const table = db.rowsOf(entity);
  return {
    async areSame() {
      for (const { id, before } of prepared) {
        if (!isSameSnapshot(before, await readSnapshot(db, entity, id))) return false;
      }
      return true;
    },
    async store() {
      for (const { id, row } of prepared) await (row === null ? table.delete(id) : table.put(row));
    },
  };
}

const NONE: Followers = { areSame: async () => true, store: async () => undefined };

/**
 * Updates the rows carried by a queued row: a pull has delivered a newer base, or the newest write could not
 * carry them when it was made.
 * @param follower the row that the newest write carries from now on
 */
export async function bringAlong(
  db: LocalDatabase,
  { entity, id }: { entity: EntityName; id: string },
  follower?: string,
): Promise<void> {
  for (;;) {
    const snapshot = await readSnapshot(db, entity, id);
    const tail = snapshot.chain.at(-1);
    const chain = await openChain(
      db,
      snapshot.chain.map((row) =>
        row === tail && follower !== undefined ? { ...row, brings: follower } : row,
      ),
    );
    if (tail === undefined || chain.every(({ brings }) => brings === undefined)) return;
    const base = await openBase(db, entity, snapshot);
    const followers = await prepareFollowers(db, { entity, id }, snapshot.chain, { base, chain });
    const isStored = await db.transaction('rw', [...tablesOf(db, entity), db.outbox], async () => {
      if (!isSameSnapshot(snapshot, await readSnapshot(db, entity, id))) return false;
      if (!(await followers.areSame())) return false;
      if (follower !== undefined) await db.outbox.update(tail.seq, { brings: follower });
      await followers.store();
      return true;
    });
    if (isStored) return;
  }
}

/** Applies the state of a write's own row to the row that it carries. Runs in the write's transaction. */
export async function markFollower(
  db: LocalDatabase,
  write: OutboxRow,
  record_state: StoredRow['record_state'],
): Promise<void> {
  const entity = followerOf(write.entity);
  if (entity === undefined || write.brings === undefined) return;
  await db.rowsOf(entity).where('id').equals(write.brings).modify({ record_state });
}

/**
 * Keeps rows carried by accepted writes visible until a pull delivers them. Needs no key. Runs in the
 * transaction that removes the writes from the outbox, afterwards.
 */
export async function confirmFollowers(db: LocalDatabase, accepted: readonly OutboxRow[]): Promise<void> {
  const awaited: string[] = [];
  for (const { leader, follower } of LEADERS) {
    const writes = accepted.filter((write) => write.entity === leader && write.brings !== undefined);
    if (writes.length > 0) awaited.push(...(await confirmIn(db, follower, writes)));
  }
  if (awaited.length === 0) return;
  const ids = [...new Set([...(await awaitedRows(db)), ...awaited])];
  await db.meta.put({ key: 'awaited', ids });
}

/** @returns the rows that the next pull should confirm */
async function confirmIn(
  db: LocalDatabase,
  entity: EntityName,
  accepted: readonly OutboxRow[],
): Promise<string[]> {
  const table = db.rowsOf(entity);
  const takenBy = new Map<string, OutboxRow[]>();
  for (const write of accepted) {
    const id = write.brings as string;
    takenBy.set(id, [...(takenBy.get(id) ?? []), write]);
  }
  const rows = (await table.bulkGet([...takenBy.keys()])).filter((row) => row !== undefined);
  const about = new Set([...takenBy.keys(), ...accepted.map(({ entity_id }) => entity_id)]);
  const waiting = (await writesOfRows(db, about)).filter(isInChain);
  const after = rows.map((stored): StoredRow | null => {
    const rest = waiting.filter((row) => row.entity_id === stored.id || isLeading(row, stored.id));
    if (rest.length > 0) {
      const confirmed = [...stored.confirmed, ...(takenBy.get(stored.id) ?? [])];
      return { ...stored, record_state: recordStateOf(rest), confirmed };
    }
    if (stored.is_withdrawn === 1 || (stored.is_gone === 1 && stored.base === null)) return null;
    const { led_by: _, ...row } = stored;
    return { ...row, record_state: 'sent', confirmed: [] };
  });
  const kept = after.filter((row) => row !== null);
  await table.bulkPut(kept);
  await table.bulkDelete(rows.filter((_, at) => after[at] === null).map(({ id }) => id));
  return kept.filter(({ record_state }) => record_state === 'sent').map(({ id }) => id);
}

/** Rows carried by accepted writes that no pull has confirmed. */
export async function awaitedRows(db: LocalDatabase): Promise<string[]> {
  const row = await db.meta.get('awaited');
  return row?.key === 'awaited' ? row.ids : [];
}

/**
 * Resets rows that a complete pull did not confirm to the server's state: it accepted the write without
 * storing the carried row.
 * @param ids what was awaited when the pull began
 */
export async function dropUnconfirmed(db: LocalDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const entity of new Set(LEADERS.map(({ follower }) => follower))) {
    for (const id of ids) await restore(db, entity, id);
  }
  await db.transaction('rw', db.meta, async () => {
    const left = (await awaitedRows(db)).filter((id) => !ids.includes(id));
    if (left.length === 0) await db.meta.delete('awaited');
    else await db.meta.put({ key: 'awaited', ids: left });
  });
}

async function restore(db: LocalDatabase, entity: EntityName, id: string): Promise<void> {
  const table = db.rowsOf(entity);
  for (;;) {
    const snapshot = await readSnapshot(db, entity, id);
    const { stored, chain, led } = snapshot;
    if (stored === undefined || chain.length + led.length > 0) return;
    const isUnconfirmed = stored.base !== null || stored.version === 0;
    if (!isUnconfirmed) return;
    const base = stored.base === null ? null : await decryptRow(db, entity, id, stored.base);
    const row = await composeRow(db, entity, id, { ...metadataOf(stored), base, writes: [] });
    const isStored = await db.transaction('rw', [table, db.outbox], async () => {
      if (!isSameSnapshot(snapshot, await readSnapshot(db, entity, id))) return false;
      await (row === null ? table.delete(id) : table.put(row));
      return true;
    });
    if (isStored) return;
  }
}
