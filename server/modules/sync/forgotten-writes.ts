import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Database, Transaction } from '#server/db/database.ts';

/**
 * Whether an acknowledged write of this person's device is unknown here: the database was restored since.
 * Keys outlive what devices remember by weeks.
 */
export async function hasForgotten(
  db: Database | Transaction,
  userId: string,
  writeId: string,
): Promise<boolean> {
  const { rows } = await db.execute<{ forgotten: boolean }>(sql`
    select not exists (
      select from idempotency_keys
      where key = ${writeId}::uuid and user_id = ${userId}::uuid and status between 200 and 299
      union all
      select from quarantined_writes where write_id = ${writeId}::uuid and author = ${userId}::uuid
    ) as forgotten
  `);
  return rows[0]?.forgotten === true;
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
  if (acknowledged !== undefined && (await hasForgotten(db, userId, acknowledged))) {
    throw new ApiError('sync.forgotten');
  }
}
