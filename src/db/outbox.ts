import { unseal, writePlace } from '#contract/sealing.ts';
import type { LocalDatabase, OutboxRow } from './local-database.ts';
import { keyOf } from './sealed-rows.ts';

/** The sealed part of a write. The server opens the same shape when the worker sends it closed. */
export interface WriteContent {
  endpoint: string;
  endpoint_version: number;
  params: Record<string, string>;
  body: unknown;
  /** The touched fields as they were on the base, for the three-way merge. */
  base_values: Record<string, unknown>;
}

export type OpenedWrite = OutboxRow & { content: WriteContent };

export async function openWrite(db: LocalDatabase, row: OutboxRow): Promise<OpenedWrite> {
  const content = (await unseal(keyOf(db), writePlace(row.write_id), row.sealed)) as WriteContent;
  return { ...row, content };
}

/** Every unsent write, in the order in which they were made. */
export async function unsentWrites(db: LocalDatabase): Promise<OpenedWrite[]> {
  const rows = await db.outbox.orderBy('seq').toArray();
  return Promise.all(rows.map((row) => openWrite(db, row)));
}

export interface OutboxCounts {
  /** Everything that will be sent by itself. */
  waiting: number;
  /** Refused, or building on something refused. */
  attention: number;
  /** Held until their author signs in. */
  held: number;
  /** When the oldest of all was captured. */
  unsent_since: string | null;
}

/**
 * The writes that a person would count: a lunch break's own calendar event goes
 * along with the lunch break while that waits too, unless the server refused it.
 */
export function countedWrites<Row extends Pick<OutboxRow, 'entity' | 'lane' | 'state'>>(
  rows: readonly Row[],
): Row[] {
  const lanesOfLunch = new Set(rows.filter((row) => row.entity === 'lunch').map((row) => row.lane));
  return rows.filter(
    (row) => row.entity !== 'calendar_event' || row.state === 'parked' || !lanesOfLunch.has(row.lane),
  );
}

export async function outboxCounts(db: LocalDatabase): Promise<OutboxCounts> {
  const rows = await db.outbox.orderBy('seq').toArray();
  const counted = countedWrites(rows);
  const attention = counted.filter((row) => row.state === 'parked' || row.state === 'blocked').length;
  return {
    waiting: counted.length - attention,
    attention,
    held: counted.filter((row) => row.state === 'held').length,
    unsent_since: rows[0]?.captured_at ?? null,
  };
}

/** The write of a row that the server refused and its author has not decided on; nothing where there is none. */
export async function refusedWriteOf(db: LocalDatabase, entityId: string): Promise<OutboxRow | null> {
  const rows = await db.outbox.where('entity_id').equals(entityId).sortBy('seq');
  return rows.find((row) => row.state === 'parked') ?? null;
}
