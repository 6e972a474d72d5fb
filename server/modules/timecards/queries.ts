import { sql } from 'drizzle-orm';
import type { Timecard } from '#contract/timecard.ts';
import { scopesOfOwnDay } from '#domain/access/scopes.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { timecards } from '#server/db/schema/work.ts';
import { aboutDay, type Records } from '#server/records/call.ts';

export const timecardFields = sql.raw(`
  id, provider, work_date, ${isoInstant('started_at')}, ${isoInstant('ended_at')}, breaks, corrections,
  captured_by, ${isoInstant('captured_at')}, ${isoInstant('received_at')}, version`);

/** A card with what only the server knows of it. */
export interface StoredTimecard extends Timecard {
  received_at: string;
  deleted_at: string | null;
}

export function loadTimecardRows(tx: Transaction, ids: readonly string[]): Promise<Timecard[]> {
  return jsonRows(
    tx,
    sql`select ${timecardFields} from timecards where id = any(${arrayParam(ids, 'uuid')}) and deleted_at is null`,
  );
}

/** One card, deleted or not. */
export async function storedTimecard(tx: Transaction, id: string): Promise<StoredTimecard | null> {
  const [row] = await jsonRows<StoredTimecard>(
    tx,
    sql`select ${timecardFields}, ${sql.raw(isoInstant('deleted_at'))} from timecards where id = ${id}`,
  );
  return row ?? null;
}

/** A provider's cards of a Pacific day. Who asks for them to add one is alone with them until the transaction ends. */
export async function lockedCardsOfDay(
  tx: Transaction,
  provider: string,
  work_date: string,
): Promise<Timecard[]> {
  const key = `timecard ${provider} ${work_date}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`);
  return jsonRows(
    tx,
    sql`select ${timecardFields} from timecards
      where provider = ${provider} and work_date = ${work_date}::date and deleted_at is null
      order by timecards.started_at, id`,
  );
}

export const timecardRecords: Records<Timecard> = {
  entity: 'timecard',
  table: timecards,
  stored: storedTimecard,
  scopes: scopesOfOwnDay,
  about: aboutDay,
};
