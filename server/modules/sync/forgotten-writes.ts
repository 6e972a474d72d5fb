import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '#server/db/database.ts';
import { isoInstant, jsonValue } from '#server/db/json-rows.ts';

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

/** What a device last reported, with instants as ISO 8601. */
export interface LastContact {
  last_contact_at: string;
  app_version: string;
  unsent_count: number;
  unsent_since: string | null;
}

/**
 * Rejects a device whose acknowledged writes this database has lost: those must come first, because its
 * queued writes are based on them.
 * @returns its last contact; null if it was never registered
 * @throws ApiError
 */
export async function refuseForgotten(
  db: Database,
  userId: string,
  { device_id, acknowledged }: { device_id: string; acknowledged?: string | undefined },
): Promise<LastContact | null> {
  const { forgotten, last } = await jsonValue<{ forgotten: boolean; last: LastContact | null }>(
    db,
    sql`select json_build_object(
      'forgotten', ${acknowledged === undefined ? sql.raw('false') : isForgotten(userId, acknowledged)},
      'last', (select to_json(d) from (
        select ${sql.raw(isoInstant('last_contact_at'))}, app_version, unsent_count,
          ${sql.raw(isoInstant('unsent_since'))}
        from devices where id = ${device_id} and user_id = ${userId}) d)
    )::text as value`,
  );
  if (forgotten) throw new ApiError('sync.forgotten');
  return last;
}
