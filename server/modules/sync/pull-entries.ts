import { type SQL, sql } from 'drizzle-orm';
import type { EntityName } from '#contract/entity-name.ts';
import { eachMonth, MOST_DAYS_BACK, possibleMonths, type RowsByMonth } from '#domain/access/held-months.ts';
import { eachYear } from '#domain/access/held-years.ts';
import { BY_MONTH, DATED_PART } from '#domain/access/scope-parts.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { type ScopeReader, scopesSince, standingScopes } from '#server/db/follows.ts';
import { arrayParam, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { isForgotten } from './forgotten-writes.ts';
import type { Backfill, Mark, Position, PullCursor } from './pull-cursor.ts';

/** A row's present or past membership in one scope. */
export interface IndexEntry {
  scope: string;
  entity: EntityName;
  id: string;
  has_left: boolean;
  xid: string;
  seq: string;
}

/** What a pull knows before it reads entries, from one snapshot. */
export interface ReaderState {
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
  /** Whether the reader's newest acknowledged write is unknown here. */
  is_forgotten: boolean;
  /** The reader's memberships and follows written since the cursor, including past ones. */
  memberships: Membership[];
  /** Writes of the reader's device that took effect since the cursor, newest first. */
  done: { key: string; xid: string }[];
  /** The scopes of which the reader's devices hold rows by months. */
  by_month: string[];
  /** The first transaction since which the reader is a member of one of them; null if there is none. */
  by_month_since: string | null;
  /** First day of the oldest pay period that isn't locked, if it began not too long ago. */
  open_since: string | null;
  /** How many rows the reader's scopes had in each month, as of the last hourly sweep. */
  rows_by_month: RowsByMonth;
}

export interface Reader {
  userId: string;
  deviceId: string | null;
  /** The server's clock, ISO 8601. */
  now: string;
  /** The newest acknowledged write of this device; null if it knows of none. */
  acknowledged: string | null;
  cursor: PullCursor | null;
}

const HORIZON = sql.raw('pg_snapshot_xmin(pg_current_snapshot())');

/**
 * Takes the snapshot that all further queries of the transaction read, and reads what each page needs.
 *
 * It also keeps the planner from using bitmaps until `allowBitmaps`: without statistics, as on the embedded
 * database, it would gather and sort the rest of a scope for every page instead of continuing in the index.
 */
export async function readState(tx: Transaction, reader: Reader): Promise<ReaderState> {
  return jsonValue<ReaderState>(
    tx,
    sql`select (${stateOf(reader)} || jsonb_build_object(
      'plan', set_config('enable_bitmapscan', 'off', true)
    ))::text as value`,
  );
}

/** The state, and whether a page that continues at the cursor would have an entry: one statement, which needs no transaction. */
export async function readStateAndNews(
  db: Database,
  reader: Reader & { cursor: PullCursor },
): Promise<ReaderState & { has_news: boolean }> {
  const { after, fresh } = reader.cursor;
  return jsonValue<ReaderState & { has_news: boolean }>(
    db,
    sql`
    select (${stateOf(reader)} || jsonb_build_object('has_news', exists (
      select from ${standingScopes(scopeReader(reader, reader.cursor))} m
      cross join lateral (
        select from change_index c
        where c.scope = m.scope
          and (c.xid, c.seq) > (${after[0]}::xid8, ${after[1]}::bigint) and c.xid < ${HORIZON}
          and (not c.has_left or c.xid >= ${fresh}::xid8)
        limit 1
      ) n
      where m.xid < ${HORIZON}
    )))::text as value
  `,
  );
}

/** The months and fiscal years of which a device holds rows, as its cursor names them. */
export type HeldParts = Pick<PullCursor, 'months' | 'years'>;

/** A reader whose device holds these. */
export function scopeReader(
  { userId, deviceId }: Pick<Reader, 'userId' | 'deviceId'>,
  { months, years }: HeldParts,
): ScopeReader {
  return {
    ...{ userId, deviceId },
    months: months === undefined ? [] : eachMonth(months),
    years: years === undefined ? [] : eachYear(years),
  };
}

function stateOf(reader: Reader): SQL {
  const { userId, deviceId, acknowledged, cursor, now } = reader;
  const since = cursor?.ends ?? cursor?.members ?? '0';
  const newestMark = (before: SQL) => sql`(
    select jsonb_build_object('xid', xid::text, 'mark', mark) from sync_marks
    where xid < ${before} order by xid desc limit 1
  )`;
  const byMonth = sql`
    select scope, xid from scope_members where user_id = ${userId}::uuid and scope ~ ${BY_MONTH} and not has_left`;
  const months = possibleMonths(pacificDay(now));
  return sql`jsonb_build_object(
    'epoch', (select epoch from sync_epoch limit 1),
    'horizon', ${HORIZON}::text,
    'mark', ${newestMark(HORIZON)},
    'seen', ${newestMark(sql`${cursor?.members ?? '0'}::xid8`)},
    'is_forgotten', ${acknowledged === null ? sql.raw('false') : isForgotten(userId, acknowledged)},
    'memberships', (
      select coalesce(jsonb_agg(r), '[]') from (${scopesSince(scopeReader(reader, cursor ?? {}), since)}) r
    ),
    'by_month', (select coalesce(jsonb_agg(scope), '[]') from (${byMonth}) m),
    'by_month_since', (select min(xid)::text from (${byMonth}) m),
    'open_since', (
      select min(start_date) from pay_periods
      where not is_locked and start_date >= ${dayPlus(pacificDay(now), -MOST_DAYS_BACK)}::date
    ),
    'rows_by_month', (
      select coalesce(jsonb_object_agg(month, rows), '{}') from (
        select month, sum(z.rows)::int as rows
        from (${byMonth}) m
        cross join unnest(${arrayParam(months, 'text')}) month
        join scope_sizes z on z.scope = m.scope || ':' || month
        group by month
      ) sizes
    ),
    'done', ${deviceId === null || cursor === null ? sql.raw(`'[]'::jsonb`) : doneWrites(userId, deviceId, cursor)}
  )`;
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

/** The reader's memberships and follows written by `since` or later transactions, including past ones. */
export async function membershipsSince(
  tx: Transaction,
  reader: ScopeReader,
  since: string,
): Promise<Membership[]> {
  return jsonRows<Membership>(tx, scopesSince(reader, since));
}

interface Reading extends ScopeReader {
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
  const { horizon, fresh, limit, after } = reading;
  return jsonRows<IndexEntry>(
    tx,
    sql`
    select n.scope, n.entity, n.id, n.has_left, n.xid::text as xid, n.seq::text as seq
    from ${standingScopes(reading)} m
    cross join lateral (
      select * from change_index c
      where c.scope = m.scope
        and (c.xid, c.seq) > (${after[0]}::xid8, ${after[1]}::bigint) and c.xid < ${horizon}::xid8
        and (not c.has_left or c.xid >= ${fresh}::xid8)
      order by c.xid, c.seq limit ${limit}::int
    ) n
    where m.xid < ${horizon}::xid8
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
  const { fresh, limit, backfill } = reading;
  const [from, before] = backfill.joined;
  return jsonRows<IndexEntry>(
    tx,
    sql`
    select n.scope, n.entity, n.id, n.has_left, n.xid::text as xid, n.seq::text as seq
    from (
      select scope,
        case when scope = ${backfill.scope} then ${backfill.after[0]}::xid8 else '0'::xid8 end as xid,
        case when scope = ${backfill.scope} then ${backfill.after[1]}::bigint else 0 end as seq
      from ${standingScopes(reading)} standing
      where scope >= ${backfill.scope} and xid >= ${from}::xid8 and xid < ${before}::xid8
        and ${backfill.months === undefined ? sql.raw('true') : sql`substring(scope from ${`:${DATED_PART}$`}) = any(${arrayParam(backfill.months, 'text')})`}
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
export async function countEntries(tx: Transaction, reader: ScopeReader, horizon: string): Promise<number> {
  return jsonValue<number>(
    tx,
    sql`
    select count(*)::text as value
    from ${standingScopes(reader)} m join change_index c on c.scope = m.scope
    where m.xid < ${horizon}::xid8 and not c.has_left and c.xid < ${horizon}::xid8
  `,
  );
}

/** Maximum number of lost answers reported per page; the device sends the others again. */
const DONE_LIMIT = 500;

/** Writes of this device that took effect since the cursor; newest first. */
function doneWrites(userId: string, deviceId: string, { after, fresh }: PullCursor): SQL {
  return sql`(
    select coalesce(jsonb_agg(r), '[]') from (
      select key, xid::text as xid from idempotency_keys
      where device_id = ${deviceId}::uuid and user_id = ${userId}::uuid and status between 200 and 299
        and xid >= greatest(${after[0]}::xid8, ${fresh}::xid8) and xid < ${HORIZON}
      order by idempotency_keys.xid desc limit ${DONE_LIMIT}::int
    ) r
  )`;
}
