import { unseal, writePlace } from '#contract/sealing.ts';
import type { RowChange } from '#contract/sync.ts';
import { filesUnderWay } from './attachment-files.ts';
import type { LocalDatabase, OutboxRow } from './local-database.ts';
import { keyOf } from './sealed-rows.ts';

/** A field that both sides changed: what the change found, what it wants, what the server has. */
export interface AskedField {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** A text that keeps what both wrote. */
  suggestion?: string;
}

/** What the author of a write is asked because somebody else changed the same row. */
export interface Conflict {
  /**
   * `fields`: both changed the same. `changed-there`: mine is a deletion, theirs a
   * change. `deleted-there`: the other way round. `closed-there`: the row takes no
   * changes any more.
   */
  kind: 'fields' | 'changed-there' | 'deleted-there' | 'closed-there';
  /** Of their row; nothing where it was deleted. */
  version: number | null;
  fields: AskedField[];
  /** Who made their row what it is, in the server's words; nothing where it did not tell. */
  changed?: RowChange | undefined;
  /** Found on this device: the row changed here while the form was open. */
  is_local?: true;
}

/** The sealed part of a write. The server opens the same shape when the worker sends it closed. */
export interface WriteContent {
  endpoint: string;
  endpoint_version: number;
  params: Record<string, string>;
  body: unknown;
  /**
   * For the three-way merge, as they were on the base: of a change the touched fields
   * and those that go with them, of a deletion every field that people change.
   */
  base_values: Record<string, unknown>;
  /** Kept with a refused write until its author has decided. */
  conflict?: Conflict | undefined;
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

const NEEDS_AUTHOR: ReadonlySet<OutboxRow['state']> = new Set(['parked', 'blocked', 'orphaned']);

export interface OutboxCounts {
  /** Everything that will be sent by itself: an attachment until the office has all its bytes. */
  waiting: number;
  /** Refused, orphaned, or building on something that is. */
  attention: number;
  /** Held until their author signs in. */
  held: number;
  /** When the oldest of all was captured. */
  unsent_since: string | null;
}

export async function outboxCounts(db: LocalDatabase): Promise<OutboxCounts> {
  const rows = await db.outbox.orderBy('seq').toArray();
  const files = await filesUnderWay(db);
  const attention = rows.filter(({ state }) => NEEDS_AUTHOR.has(state)).length;
  const stopped = files.filter(({ state }) => state === 'stopped').length;
  const oldest = [rows[0]?.captured_at, files[0]?.captured_at].filter((at) => at !== undefined).sort();
  return {
    waiting: rows.length - attention + files.length - stopped,
    attention: attention + stopped,
    held: rows.filter((row) => row.state === 'held').length,
    unsent_since: oldest[0] ?? null,
  };
}

/** Everything that would be lost with this database: writes, and files of which the office lacks a part. */
export async function unsentCount(db: LocalDatabase): Promise<number> {
  return (await db.outbox.count()) + (await filesUnderWay(db)).length;
}

/** The states of a row's unsent writes, by when they were captured: an ask bears the time of its write. */
export async function unsentOf(
  db: LocalDatabase,
  entityId: string,
): Promise<ReadonlyMap<string, OutboxRow['state']>> {
  const rows = await db.outbox.where('entity_id').equals(entityId).sortBy('seq');
  return new Map(rows.map(({ captured_at, state }) => [captured_at, state]));
}

/** The write of a row that the server refused and its author has not decided on; nothing where there is none. */
export async function refusedWriteOf(db: LocalDatabase, entityId: string): Promise<OutboxRow | null> {
  const rows = await db.outbox.where('entity_id').equals(entityId).sortBy('seq');
  return rows.find((row) => row.state === 'parked') ?? null;
}

/** Whether nobody but this device can know of a write: it was never on its way, nor refused. */
export function isUnsent({ state, attempts }: Pick<OutboxRow, 'state' | 'attempts'>): boolean {
  return attempts === 0 && (state === 'waiting' || state === 'held' || state === 'blocked');
}
