import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { keptPartsSince, TOMBSTONE_AGE_MS } from '#server/db/kept-parts.ts';

const DAY_MS = 86_400_000;

const KEY_AGE_MS = 90 * DAY_MS;
/** Rows per transaction: a long one would keep every device from seeing what others commit meanwhile. */
const PORTION = 10_000;

/**
 * Deletes tombstones, memberships and follows that ended, entries of months and fiscal years that no device holds any more,
 * idempotency keys, and marks that no device needs any more, a portion per transaction.
 * @param now the server's clock, ISO 8601
 */
export async function purgeExpired(db: Database, now: string, portion = PORTION): Promise<void> {
  const instant = Date.parse(now);
  const tombstonesUntil = sql`${new Date(instant - TOMBSTONE_AGE_MS).toISOString()}::timestamptz`;
  const keysUntil = sql`${new Date(instant - KEY_AGE_MS).toISOString()}::timestamptz`;
  for (const table of ['change_index', 'scope_members', 'follows']) {
    await purge(db, table, sql`has_left and changed_at < ${tombstonesUntil}`, portion);
  }
  const { month, year } = keptPartsSince(now);
  await purge(
    db,
    'change_index',
    sql`(scope ~ ':\\d{4}-\\d{2}$' and right(scope, 7) < ${month} or scope ~ ':fy\\d{4}$' and right(scope, 6) < ${year})`,
    portion,
  );
  await purge(db, 'idempotency_keys', sql`created_at < ${keysUntil}`, portion);
  // The newest old one stays: a cursor names it while nothing has changed since.
  const newest = sql`(select max(xid) from sync_marks where made_at < ${tombstonesUntil})`;
  await purge(db, 'sync_marks', sql`made_at < ${tombstonesUntil} and xid < ${newest}`, portion);
}

/**
 * Deletes the rows of a table that meet a condition, in the order of their places on disk, so that no portion reads again
 * what an earlier one has read. A row that is written meanwhile is newer, and stays.
 */
async function purge(db: Database, table: string, isExpired: SQL, portion: number): Promise<void> {
  const name = sql.identifier(table);
  for (let after: string | null = '(0,0)'; after !== null; ) {
    const last: string = after;
    const { rows } = await db.transaction((tx) =>
      tx.execute<{ last: string | null; found: number }>(sql`
        with found as (
          select ctid as place from ${name} where ctid > ${last}::tid and ${isExpired} limit ${portion}::int
        ),
        gone as (delete from ${name} where ctid in (select place from found) and ${isExpired})
        select max(place)::text as last, count(*)::int as found from found
      `),
    );
    const [read] = rows;
    after = read !== undefined && read.found === portion ? read.last : null;
  }
}
