import { sql } from 'drizzle-orm';
import type { Timecard } from '#contract/timecard.ts';
import { scopesOfOwnDay } from '#domain/access/scopes.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, type Stored } from '#server/db/entity-rows.ts';
import { aboutDay, type Records } from '#server/records/call.ts';

/** A timecard with the server's own fields. */
export type StoredTimecard = Stored<'timecard'>;

/**
 * A provider's timecards of a Pacific day. A caller who reads them to add one holds the lock until the
 * transaction ends.
 */
export async function lockedCardsOfDay(
  tx: Transaction,
  provider: string,
  work_date: string,
): Promise<Timecard[]> {
  const key = `timecard ${provider} ${work_date}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`);
  return keptRows(
    tx,
    'timecard',
    sql`provider = ${provider} and work_date = ${work_date}::date
      order by timecards.started_at, id`,
  );
}

/** A provider's timecards that begin between two Pacific days, inclusive, in order. */
export function timecardsBetween(
  tx: Transaction,
  provider: string,
  from: string,
  to: string,
): Promise<Timecard[]> {
  return keptRows(
    tx,
    'timecard',
    sql`provider = ${provider} and work_date between ${from}::date and ${to}::date
      order by timecards.started_at, id`,
  );
}

export const timecardRecords: Records<Timecard> = {
  entity: 'timecard',
  scopes: scopesOfOwnDay,
  about: aboutDay,
};
