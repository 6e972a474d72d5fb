import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '#server/db/database.ts';

/**
 * Whether an acknowledged write of this person's device is unknown here: the database was restored since.
 * Keys outlive what devices remember by weeks. SQL of type boolean.
 */
export function isForgotten(userId: string, writeId: string): SQL {
  return sql`not exists (
    select from idempotency_keys
    where key = ${writeId}::uuid and user_id = ${userId}::uuid and status between 200 and 299
    union all
    select from quarantined_writes where write_id = ${writeId}::uuid and author = ${userId}::uuid
  )`;
}

/**
 * Rejects a device whose acknowledged writes this database has lost: those must come first, because its
 * queued writes are based on them.
 * @throws ApiError
 */
export async function refuseForgotten(
  db: Database,
  userId: string,
  { acknowledged }: { acknowledged?: string | undefined },
): Promise<void> {
  if (acknowledged === undefined) return;
  const { rows } = await db.execute<{ forgotten: boolean }>(
    sql`select ${isForgotten(userId, acknowledged)} as forgotten`,
  );
  if (rows[0]?.forgotten === true) throw new ApiError('sync.forgotten');
}
