import type { Table } from 'dexie';
import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { clearColumnsOf, decryptRow, encryptRow } from '#db/encrypted-rows.ts';
import type { LocalDatabase, OutboxRow, RecordState, StoredRow } from '#db/local-database.ts';
import { type OpenedWrite, openWrite, writesOfRows } from '#db/outbox.ts';
import type { AppliedWrite, Lead } from '../behaviors/behavior.ts';
import { followerOf } from '../behaviors/behaviors.ts';
import { applyWrite, rebase } from './local-rows.ts';

/** A row's metadata: its state relative to the server, without its content. */
export type RowMetadata = Pick<StoredRow, 'version' | 'scopes' | 'generation' | 'is_withdrawn' | 'led_by'>;

export function metadataOf(stored: StoredRow | undefined): RowMetadata {
  const { version = 0, scopes = [], generation = 0, is_withdrawn = 0, led_by } = stored ?? {};
  return { version, scopes, generation, is_withdrawn, ...(led_by === undefined ? {} : { led_by }) };
}

/** A row with its queued writes, as read; a transaction compares it before it writes. */
export interface RowSnapshot {
  stored: StoredRow | undefined;
  /** The row's queued writes in local order, without orphaned ones. */
  chain: OutboxRow[];
  /** Queued writes of another row that carry this one. */
  led: OutboxRow[];
}

/** Whether its effect is visible: orphaned writes are drafts outside of the row. */
export function isInChain(write: Pick<OutboxRow, 'state'>): boolean {
  return write.state !== 'orphaned';
}

export async function readSnapshot(db: LocalDatabase, entity: EntityName, id: string): Promise<RowSnapshot> {
  const [stored, chain] = await Promise.all([
    db.rowsOf(entity).get(id),
    db.outbox.where('entity_id').equals(id).sortBy('seq'),
  ]);
  const leading =
    stored?.led_by === undefined
      ? []
      : await db.outbox.where('entity_id').equals(stored.led_by).sortBy('seq');
  return { stored, chain: chain.filter(isInChain), led: leading.filter((write) => isLeading(write, id)) };
}

/** Whether a queued write of another row carries this one. */
export function isLeading(write: OutboxRow, id: string): boolean {
  return write.brings === id && isInChain(write);
}

/** The snapshots of the rows of these writes, in their order, with one question to each table. */
export async function readSnapshots(
  db: LocalDatabase,
  writes: readonly Pick<OutboxRow, 'entity' | 'entity_id'>[],
): Promise<RowSnapshot[]> {
  const ids = [...new Set(writes.map(({ entity_id }) => entity_id))];
  const entities = [...new Set(writes.map(({ entity }) => entity))];
  const [chains, ...tables] = await Promise.all([
    writesOfRows(db, ids),
    ...entities.map(async (entity) => {
      const own = writes.filter((write) => write.entity === entity).map(({ entity_id }) => entity_id);
      const rows = await db.rowsOf(entity).bulkGet(own);
      return [entity, new Map(own.map((id, at) => [id, rows[at]]))] as const;
    }),
  ]);
  const storedOf = new Map(tables);
  const chainOf = new Map<string, OutboxRow[]>(ids.map((id) => [id, []]));
  for (const row of chains) if (isInChain(row)) chainOf.get(row.entity_id)?.push(row);
  const leaders = tables.flatMap(([, rows]) => [...rows.values()].flatMap((row) => row?.led_by ?? []));
  const leading = await writesOfRows(db, new Set(leaders));
  return writes.map(({ entity, entity_id }) => ({
    stored: storedOf.get(entity)?.get(entity_id),
    chain: chainOf.get(entity_id) ?? [],
    led: leading.filter((write) => isLeading(write, entity_id)),
  }));
}

function markOf(sealed: Uint8Array): string {
  return String.fromCharCode(...sealed.subarray(0, 12));
}

/** Whether nothing relevant has changed since. IVs are never reused, so they distinguish two encryptions. */
export function isSameSnapshot(a: RowSnapshot, b: RowSnapshot): boolean {
  const signature = ({ stored, chain, led }: RowSnapshot) =>
    JSON.stringify([
      stored && [
        markOf(stored.sealed),
        stored.base && markOf(stored.base),
        stored.version,
        stored.record_state,
        stored.generation,
        stored.is_withdrawn,
      ],
      stored?.scopes,
      chain.map((row) => [
        row.seq,
        row.write_id,
        row.state,
        row.attempts,
        row.base_version,
        markOf(row.sealed),
      ]),
      led.map((row) => row.write_id),
    ]);
  return signature(a) === signature(b);
}

/**
 * Stores a result computed from a row and its writes; if they have changed in the meantime, it is computed
 * again.
 * @param attempt does everything slow; the function that it returns runs in the transaction, and returns
 * `false` before writing anything if it must be computed again
 */
export async function onSameSnapshot(
  db: LocalDatabase,
  write: OutboxRow,
  attempt: (snapshot: RowSnapshot) => Promise<() => Promise<unknown>>,
): Promise<void> {
  for (;;) {
    const snapshot = await readSnapshot(db, write.entity, write.entity_id);
    // Already settled by an answer that came twice.
    if (!snapshot.chain.some((row) => row.write_id === write.write_id)) return;
    const store = await attempt(snapshot);
    const tables = [...tablesOf(db, write.entity), db.outbox, db.history, db.acknowledged, db.meta];
    const isStored = await db.transaction('rw', tables, async () => {
      if (!isSameSnapshot(snapshot, await readSnapshot(db, write.entity, write.entity_id))) return false;
      return (await store()) !== false;
    });
    if (isStored) return;
  }
}

/** The tables that a write of an entity changes: its own and those of carried rows. */
export function tablesOf(db: LocalDatabase, entity: EntityName): Table[] {
  const follower = followerOf(entity);
  return [db.rowsOf(entity), ...(follower === undefined ? [] : [db.rowsOf(follower)])];
}

/** The server's newest version known to this device; null for an unconfirmed row. */
export async function openBase(
  db: LocalDatabase,
  entity: EntityName,
  snapshot: RowSnapshot,
): Promise<unknown> {
  const { stored, chain, led } = snapshot;
  if (stored === undefined) return null;
  if (chain.length + led.length === 0) return decryptRow(db, entity, stored.id, stored.sealed);
  const base = stored.base === null ? null : await decryptRow(db, entity, stored.id, stored.base);
  const confirmed = stored.confirmed.filter((write) => write.entity_id === stored.id);
  const rebased = rebase(base, (await openChain(db, confirmed)).map(asApplied));
  const leading = stored.confirmed.find((write) => write.entity_id !== stored.id);
  if (leading === undefined) return rebased;
  const leader = await openBase(
    db,
    leading.entity,
    await readSnapshot(db, leading.entity, leading.entity_id),
  );
  return rebase(rebased, [leadOf(entity, stored.id, leading, leader)]);
}

function leadOf(entity: EntityName, id: string, write: OutboxRow, leader: unknown): AppliedWrite {
  const author = { user_id: write.user_id, captured_at: write.captured_at };
  return { entity, effect: 'follow', body: { id, leader } satisfies Lead, author };
}

/** A write to apply to a row, with its position in the queue. */
export type AppliedLink = AppliedWrite & Pick<OutboxRow, 'state' | 'seq'>;

/**
 * What a row learns from the writes that carry it, in order: each with the leading row after that write.
 * @param chain all queued writes of the leading row
 */
export async function leadsOf(
  entity: EntityName,
  id: string,
  base: unknown,
  chain: readonly OpenedWrite[],
): Promise<AppliedLink[]> {
  let leader = base;
  return chain.flatMap((write) => {
    leader = applyWrite(leader, asApplied(write));
    if (write.brings !== id) return [];
    return [{ ...leadOf(entity, id, write, leader), state: write.state, seq: write.seq }];
  });
}

/** What a row learns from the writes that carry it; null if there are none. */
export async function openLeads(
  db: LocalDatabase,
  entity: EntityName,
  { stored, led }: RowSnapshot,
): Promise<AppliedLink[]> {
  const [first] = led;
  if (first === undefined || stored === undefined) return [];
  const snapshot = await readSnapshot(db, first.entity, first.entity_id);
  const base = await openBase(db, first.entity, snapshot);
  return leadsOf(entity, stored.id, base, await openChain(db, snapshot.chain));
}

export function openChain(db: LocalDatabase, chain: readonly OutboxRow[]): Promise<OpenedWrite[]> {
  return Promise.all(chain.map((row) => openWrite(db, row)));
}

export function asApplied(write: OpenedWrite): AppliedLink {
  return {
    endpoint: write.content.endpoint,
    entity: write.entity,
    effect: write.effect,
    body: write.content.body,
    author: { user_id: write.user_id, captured_at: write.captured_at },
    state: write.state,
    seq: write.seq,
  };
}

export function recordStateOf(chain: readonly Pick<OutboxRow, 'state'>[]): RecordState {
  if (chain.some((write) => write.state === 'parked')) return 'attention';
  return chain.length > 0 ? 'waiting' : 'sent';
}

/**
 * The row to store for a base and its queued writes, its own and those that carry it. Null if neither the
 * server nor a queued write has the row any more, or if only its last queued write kept it on this device.
 * @param state.leads what the writes that carry it say, if the caller knows
 */
export async function composeRow(
  db: LocalDatabase,
  entity: EntityName,
  id: string,
  state: RowMetadata & {
    base: unknown;
    writes: readonly AppliedLink[];
    leads?: readonly AppliedLink[];
  },
): Promise<StoredRow | null> {
  const { led_by } = state;
  const leads =
    state.leads ??
    (led_by === undefined ? [] : await openLeads(db, entity, await readSnapshot(db, entity, id)));
  const writes = inOrder([...state.writes, ...leads]);
  const visible = rebase(state.base, writes);
  const shown = (visible ?? state.base) as EntityRow<EntityName> | null;
  if (shown === null) return null;
  if (writes.length === 0 && (visible === null || state.is_withdrawn === 1)) return null;
  const base = state.base as EntityRow<EntityName> | null;
  return {
    id,
    version: state.version,
    scopes: state.scopes,
    record_state: recordStateOf(writes),
    is_gone: visible === null ? 1 : 0,
    generation: state.generation,
    is_withdrawn: state.is_withdrawn,
    sealed: await encryptRow(db, entity, shown),
    base: base === null || writes.length === 0 ? null : await encryptRow(db, entity, base),
    confirmed: [],
    ...(led_by === undefined || leads.length === 0 ? {} : { led_by }),
    ...clearColumnsOf(entity, shown),
  };
}

export function inOrder(writes: readonly AppliedLink[]): AppliedLink[] {
  return writes.toSorted((a, b) => a.seq - b.seq);
}
