import { type SQL, sql } from 'drizzle-orm';
import type { EntityName } from '#contract/entity-name.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows, jsonValue } from '#server/db/json-rows.ts';
import type { Backfill, Mark, Position } from './pull-cursor.ts';

/** A row's present or past membership in one scope. */
export interface IndexEntry {
  scope: string;
  entity: EntityName;
  id: string;
  has_left: boolean;
  xid: string;
  seq: string;
}

export interface Snapshot {
  epoch: string | null;
  /**
   * The oldest transaction still running when the snapshot was taken. All before it have ended and are
   * visible, so nothing can be written there any more.
   */
  horizon: string;
  /** The newest mark before the horizon; null if there is none. */
  mark: Mark | null;
  /** The newest mark before the horizon that the reader last saw; null if there is none. */
  seen: Mark | null;
}

/**
 * Takes the snapshot that all further queries of the transaction read.
 *
 * It also keeps the planner from using bitmaps until `allowBitmaps`: without statistics, as on the embedded
 * database, it would gather and sort the rest of a scope for every page instead of continuing in the index.
 * @param seenHorizon the horizon of the reader's last page
 */
export async function readSnapshot(tx: Transaction, seenHorizon = '0'): Promise<Snapshot> {
  const newestMark = (before: SQL) => sql`(
    select json_build_object('xid', xid::text, 'mark', mark) from sync_marks
    where xid < ${before} order by xid desc limit 1
  )`;
  return jsonValue<Snapshot>(
    tx,
    sql`
    select json_build_object(
      'epoch', (select epoch from sync_epoch limit 1),
      'horizon', pg_snapshot_xmin(pg_current_snapshot())::text,
      'mark', ${newestMark(sql`pg_snapshot_xmin(pg_current_snapshot())`)},
      'seen', ${newestMark(sql`${seenHorizon}::xid8`)},
      'plan', set_config('enable_bitmapscan', 'off', true)
    )::text as value
  `,
  );
}

/**
 * Lets the planner choose freely again. Without bitmaps it compares each row of a table with each id of a
 * long list.
 */
export async function allowBitmaps(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('enable_bitmapscan', 'on', true)`);
}

export interface Membership {
  scope: string;
  has_left: boolean;
  xid: string;
}

/** The reader's memberships written by `since` or later transactions, including past ones. */
export async function membershipsSince(
  tx: Transaction,
  userId: string,
  since: string,
): Promise<Membership[]> {
  return jsonRows<Membership>(
    tx,
    sql`
    select scope, has_left, xid::text as xid
    from scope_members where user_id = ${userId}::uuid and xid >= ${since}::xid8
    order by scope
  `,
  );
}

interface Reading {
  userId: string;
  horizon: string;
  /** Entries that left a scope before this transaction are skipped. */
  fresh: string;
  limit: number;
}

/**
 * The next entries of all of the reader's scopes in index order, below the horizon. Costs one index probe per
 * scope plus the entries returned, regardless of the number of rows.
 */
export async function nextEntries(
  tx: Transaction,
  reading: Reading & { after: Position },
): Promise<IndexEntry[]> {
  const { userId, horizon, fresh, limit, after } = reading;
  return jsonRows<IndexEntry>(
    tx,
    sql`
    select n.scope, n.entity, n.id, n.has_left, n.xid::text as xid, n.seq::text as seq
    from scope_members m
    cross join lateral (
      select * from change_index c
      where c.scope = m.scope
        and (c.xid, c.seq) > (${after[0]}::xid8, ${after[1]}::bigint) and c.xid < ${horizon}::xid8
        and (not c.has_left or c.xid >= ${fresh}::xid8)
      order by c.xid, c.seq limit ${limit}::int
    ) n
    where m.user_id = ${userId}::uuid and not m.has_left and m.xid < ${horizon}::xid8
    order by n.xid, n.seq limit ${limit}::int
  `,
  );
}

/**
 * The next entries of a backfill, scope by scope. Entries that left are included: the device may have them
 * from an earlier membership.
 */
export async function nextBackfillEntries(
  tx: Transaction,
  reading: Omit<Reading, 'horizon'> & { backfill: Backfill },
): Promise<IndexEntry[]> {
  const { userId, fresh, limit, backfill } = reading;
  const [from, before] = backfill.joined;
  return jsonRows<IndexEntry>(
    tx,
    sql`
    select n.scope, n.entity, n.id, n.has_left, n.xid::text as xid, n.seq::text as seq
    from (
      select scope,
        case when scope = ${backfill.scope} then ${backfill.after[0]}::xid8 else '0'::xid8 end as xid,
        case when scope = ${backfill.scope} then ${backfill.after[1]}::bigint else 0 end as seq
      from scope_members
      where user_id = ${userId}::uuid and not has_left and scope >= ${backfill.scope}
        and xid >= ${from}::xid8 and xid < ${before}::xid8
    ) m
    cross join lateral (
      select * from change_index c
      where c.scope = m.scope
        and (c.xid, c.seq) > (m.xid, m.seq)
        and (c.xid, c.seq) <= (${backfill.until[0]}::xid8, ${backfill.until[1]}::bigint)
        and (not c.has_left or c.xid >= ${fresh}::xid8)
      order by c.xid, c.seq limit ${limit}::int
    ) n
    order by n.scope, n.xid, n.seq limit ${limit}::int
  `,
  );
}

/** The number of entries of a full pull; a row in two of the reader's scopes counts twice. */
export async function countEntries(tx: Transaction, userId: string, horizon: string): Promise<number> {
  return jsonValue<number>(
    tx,
    sql`
    select count(*)::text as value
    from scope_members m join change_index c on c.scope = m.scope
    where m.user_id = ${userId}::uuid and not m.has_left and m.xid < ${horizon}::xid8
      and not c.has_left and c.xid < ${horizon}::xid8
  `,
  );
}

/** Maximum number of lost answers reported per page; the device sends the others again. */
const DONE_LIMIT = 500;

/** Writes of this device that took effect in transactions from `from` on, before `before`; newest first. */
export async function doneWrites(
  tx: Transaction,
  device: { userId: string; deviceId: string; from: string; before: string },
): Promise<string[]> {
  const rows = await jsonRows<{ key: string }>(
    tx,
    sql`
    select key from idempotency_keys
    where device_id = ${device.deviceId}::uuid and user_id = ${device.userId}::uuid and status between 200 and 299
      and xid >= ${device.from}::xid8 and xid < ${device.before}::xid8
    order by xid desc limit ${DONE_LIMIT}::int
  `,
  );
  return rows.map((row) => row.key);
}
