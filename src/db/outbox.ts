import { decrypt, writePlace } from '#contract/encryption.ts';
import type { RowChange } from '#contract/sync.ts';
import { filesUnderWay } from './attachment-files.ts';
import { keyOf } from './encrypted-rows.ts';
import type { LocalDatabase, OutboxRow } from './local-database.ts';
import { callNames } from './waiting-calls.ts';

/** A field that both sides changed: its base value, this write's value, and the server's. */
export interface AskedField {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** A text that contains both versions. */
  suggestion?: string;
}

/** A conflict for a write's author, because someone else changed the same row. */
export interface Conflict {
  /**
   * `fields`: both changed the same field. `changed-there`: a local deletion of a row that was changed.
   * `deleted-there`: a local change of a row that was deleted. `closed-there`: the row can't be changed any
   * more.
   */
  kind: 'fields' | 'changed-there' | 'deleted-there' | 'closed-there';
  /** Version of their row; null if it was deleted. */
  version: number | null;
  fields: AskedField[];
  /** Who last changed their row, as the server says; absent if it didn't say. */
  changed?: RowChange | undefined;
  /** Found on this device: the row changed here while the form was open. */
  is_local?: true;
}

/** The encrypted content of a write. The server decrypts the same shape from the worker's uploads. */
export interface WriteContent {
  endpoint: string;
  endpoint_version: number;
  params: Record<string, string>;
  body: unknown;
  /**
   * Base values for the three-way merge: for a change, the edited fields and their group members; for a
   * deletion, every editable field.
   */
  base_values: Record<string, unknown>;
  /** Kept with a refused write until its author has resolved it. */
  conflict?: Conflict | undefined;
}

export type OpenedWrite = OutboxRow & { content: WriteContent };

export async function openWrite(db: LocalDatabase, row: OutboxRow): Promise<OpenedWrite> {
  const content = (await decrypt(keyOf(db), writePlace(row.write_id), row.sealed)) as WriteContent;
  return { ...row, content };
}

/** All unsynced writes, oldest first. */
export async function unsentWrites(db: LocalDatabase): Promise<OpenedWrite[]> {
  const rows = await db.outbox.orderBy('seq').toArray();
  return Promise.all(rows.map((row) => openWrite(db, row)));
}

const NEEDS_AUTHOR: OutboxRow['state'][] = ['parked', 'blocked', 'orphaned'];

export interface OutboxCounts {
  /** Everything that will be sent automatically; an attachment until the server has all of its bytes. */
  waiting: number;
  /** Refused or orphaned writes, and those that depend on them. */
  attention: number;
  /** Held until their author logs in. */
  held: number;
  /** When the oldest of all was captured. */
  unsent_since: string | null;
}

export function outboxCounts(db: LocalDatabase): Promise<OutboxCounts> {
  return db.transaction('r', db.outbox, db.attachmentFiles, db.drafts, async () => {
    const [all, needAuthor, held, first, files, calls] = await Promise.all([
      db.outbox.count(),
      db.outbox.where('state').anyOf(NEEDS_AUTHOR).count(),
      db.outbox.where('state').equals('held').count(),
      db.outbox.orderBy('seq').first(),
      filesUnderWay(db),
      callNames(db),
    ]);
    const stopped = files.filter((file) => file.state === 'stopped').length;
    const oldest = [first?.captured_at, files[0]?.captured_at, ...calls.map(({ captured_at }) => captured_at)]
      .filter((at) => at !== undefined)
      .sort();
    return {
      waiting: all - needAuthor + files.length - stopped + calls.filter(({ isRefused }) => !isRefused).length,
      attention: needAuthor + stopped + calls.filter(({ isRefused }) => isRefused).length,
      held,
      unsent_since: oldest[0] ?? null,
    };
  });
}

/**
 * The number of changes that would be lost with this database: writes, calls that wait, and files of which the
 * server lacks a part.
 */
export async function unsentCount(db: LocalDatabase): Promise<number> {
  const calls = await callNames(db);
  return (await db.outbox.count()) + (await filesUnderWay(db)).length + calls.length;
}

/**
 * The unsynced writes of some rows in local order. One request for each row: a cursor over all of them would
 * wait for each.
 */
export async function writesOfRows(db: LocalDatabase, ids: Iterable<string>): Promise<OutboxRow[]> {
  const writes = await Promise.all(
    Array.from(ids, (id) => db.outbox.where('entity_id').equals(id).toArray()),
  );
  return writes.flat().sort((a, b) => a.seq - b.seq);
}

/** The states of a row's unsynced writes, by capture time: a request has the time of its write. */
export async function unsentOf(
  db: LocalDatabase,
  entityId: string,
): Promise<ReadonlyMap<string, OutboxRow['state']>> {
  const rows = await db.outbox.where('entity_id').equals(entityId).sortBy('seq');
  return new Map(rows.map(({ captured_at, state }) => [captured_at, state]));
}

/** The refused write of a row that its author has not resolved; null if there is none. */
export async function refusedWriteOf(db: LocalDatabase, entityId: string): Promise<OutboxRow | null> {
  const rows = await db.outbox.where('entity_id').equals(entityId).sortBy('seq');
  return rows.find((row) => row.state === 'parked') ?? null;
}

/** Writes to these endpoints that the server refused and their author has not decided on, oldest first. */
export async function refusedWrites(
  db: LocalDatabase,
  endpoints: readonly OutboxRow['endpoint'][],
): Promise<OutboxRow[]> {
  const rows = await db.outbox.where('state').equals('parked').sortBy('seq');
  return rows.filter(({ endpoint }) => endpoints.includes(endpoint));
}

/** Whether only this device can know of a write: it was neither attempted nor refused. */
export function isUnsent({ state, attempts }: Pick<OutboxRow, 'state' | 'attempts'>): boolean {
  return attempts === 0 && (state === 'waiting' || state === 'held' || state === 'blocked');
}
