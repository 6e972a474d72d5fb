import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';

const DAY_MS = 86_400_000;

/** A device that was last complete longer ago pulls from the start. */
export const CURSOR_MAX_AGE_MS = 90 * DAY_MS;
/** Tombstones outlive the oldest cursor, whatever a slow transaction or a clock adds. */
const TOMBSTONE_AGE_MS = CURSOR_MAX_AGE_MS + 2 * DAY_MS;
const KEY_AGE_MS = 90 * DAY_MS;

/**
 * Deletes tombstones, idempotency keys, and marks that no device needs any more.
 * @param now the server's clock, ISO 8601
 */
export async function purgeExpired(tx: Transaction, now: string): Promise<void> {
  const instant = Date.parse(now);
  const tombstonesUntil = new Date(instant - TOMBSTONE_AGE_MS).toISOString();
  const keysUntil = new Date(instant - KEY_AGE_MS).toISOString();
  await tx.execute(
    sql`delete from change_index where has_left and changed_at < ${tombstonesUntil}::timestamptz`,
  );
  await purgeEnded(tx, tombstonesUntil);
  await tx.execute(sql`delete from idempotency_keys where created_at < ${keysUntil}::timestamptz`);
  // The newest old one stays: a cursor names it while nothing has changed since.
  await tx.execute(sql`
    delete from sync_marks where made_at < ${tombstonesUntil}::timestamptz
      and xid < (select max(xid) from sync_marks where made_at < ${tombstonesUntil}::timestamptz)
  `);
}

/** Memberships and follows that ended before every cursor that is still in use. */
async function purgeEnded(tx: Transaction, until: string): Promise<void> {
  for (const table of [sql.identifier('scope_members'), sql.identifier('follows')]) {
    await tx.execute(sql`delete from ${table} where has_left and changed_at < ${until}::timestamptz`);
  }
}
