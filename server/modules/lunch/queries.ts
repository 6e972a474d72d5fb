import { sql } from 'drizzle-orm';
import type { LunchBreak } from '#contract/lunch.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';

export const lunchFields = sql.raw(`
  id, provider, ${isoInstant('lunch_start_time')}, lunch_duration, ${isoInstant('lunch_end_time')},
  waiver_type, exception_reason, calendar_event_id, notes, source, acknowledgment_note, acknowledged_by,
  ${isoInstant('acknowledged_at')}, captured_by, ${isoInstant('captured_at')}, ${isoInstant('received_at')}, version`);

/** A lunch break with what only the server knows of it. */
export interface StoredLunch extends LunchBreak {
  received_at: string;
  deleted_at: string | null;
}

export function loadLunchRows(tx: Transaction, ids: readonly string[]): Promise<LunchBreak[]> {
  return jsonRows(
    tx,
    sql`select ${lunchFields} from lunch_breaks where id = any(${arrayParam(ids, 'uuid')}) and deleted_at is null`,
  );
}

/** One lunch break, deleted or not. */
export async function storedLunch(tx: Transaction, id: string): Promise<StoredLunch | null> {
  const [row] = await jsonRows<StoredLunch>(
    tx,
    sql`select ${lunchFields}, ${sql.raw(isoInstant('deleted_at'))} from lunch_breaks where id = ${id}`,
  );
  return row ?? null;
}

/** The breaks of a provider that start on a Pacific day, in order. */
export function lunchesOfDay(tx: Transaction, provider: string, day: string): Promise<LunchBreak[]> {
  const from = pacificInstant(day, '00:00');
  const to = pacificInstant(dayPlus(day, 1), '00:00');
  return jsonRows(
    tx,
    sql`select ${lunchFields} from lunch_breaks
      where provider = ${provider} and deleted_at is null
        and lunch_start_time >= ${from}::timestamptz and lunch_start_time < ${to}::timestamptz
      order by lunch_breaks.lunch_start_time, id`,
  );
}

/** What the rules must know of the person whose break it is. */
export interface LunchProvider {
  emp: string;
  archived: boolean;
  services: string[];
}

export async function lunchProvider(tx: Transaction, id: string): Promise<LunchProvider | null> {
  const [row] = await jsonRows<LunchProvider>(
    tx,
    sql`select u.emp, p.archived,
        array(select a.service from provider_services a where a.provider = p.id) as services
      from providers p join users u on u.id = p.id where p.id = ${id}`,
  );
  return row ?? null;
}
