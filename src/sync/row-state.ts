import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase, OutboxRow, RecordState, StoredRow } from '#db/local-database.ts';
import { type OpenedWrite, openWrite } from '#db/outbox.ts';
import { clearColumnsOf, openSealed, sealRow } from '#db/sealed-rows.ts';
import { type AppliedWrite, rebase } from './local-rows.ts';

/** How the server and this row stand to each other, whatever its content is. */
export type RowStanding = Pick<StoredRow, 'version' | 'scopes' | 'generation' | 'is_withdrawn'>;

export function standingOf(stored: StoredRow | undefined): RowStanding {
  const { version = 0, scopes = [], generation = 0, is_withdrawn = 0 } = stored ?? {};
  return { version, scopes, generation, is_withdrawn };
}

/** A row with its waiting writes, as read; a transaction compares it before it writes. */
export interface RowSnapshot {
  stored: StoredRow | undefined;
  /** Waiting writes of this row in local order. Orphaned ones are no part of it. */
  chain: OutboxRow[];
}

/** Whether people see its effect: orphaned work is a draft beside the row. */
export function isInChain(write: Pick<OutboxRow, 'state'>): boolean {
  return write.state !== 'orphaned';
}

export async function readSnapshot(db: LocalDatabase, entity: EntityName, id: string): Promise<RowSnapshot> {
  const [stored, chain] = await Promise.all([
    db.rowsOf(entity).get(id),
    db.outbox.where('entity_id').equals(id).sortBy('seq'),
  ]);
  return { stored, chain: chain.filter(isInChain) };
}

/** The snapshots of the rows of these writes, in their order, with one question to each table. */
export async function readSnapshots(
  db: LocalDatabase,
  writes: readonly Pick<OutboxRow, 'entity' | 'entity_id'>[],
): Promise<RowSnapshot[]> {
  const ids = [...new Set(writes.map(({ entity_id }) => entity_id))];
  const entities = [...new Set(writes.map(({ entity }) => entity))];
  const [chains, ...tables] = await Promise.all([
    db.outbox.where('entity_id').anyOf(ids).sortBy('seq'),
    ...entities.map(async (entity) => {
      const own = writes.filter((write) => write.entity === entity).map(({ entity_id }) => entity_id);
      const rows = await db.rowsOf(entity).bulkGet(own);
      return [entity, new Map(own.map((id, at) => [id, rows[at]]))] as const;
    }),
  ]);
  const storedOf = new Map(tables);
  const chainOf = new Map<string, OutboxRow[]>(ids.map((id) => [id, []]));
  for (const row of chains) if (isInChain(row)) chainOf.get(row.entity_id)?.push(row);
  return writes.map(({ entity, entity_id }) => ({
    stored: storedOf.get(entity)?.get(entity_id),
    chain: chainOf.get(entity_id) ?? [],
  }));
}

function markOf(sealed: Uint8Array): string {
  return String.fromCharCode(...sealed.subarray(0, 12));
}

/** Whether nothing that matters has changed since. IVs are never used twice, so they tell two sealings apart. */
export function isSameSnapshot(a: RowSnapshot, b: RowSnapshot): boolean {
  const signature = ({ stored, chain }: RowSnapshot) =>
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
    ]);
  return signature(a) === signature(b);
}

/**
 * Stores what was made of a row and its writes, upon exactly these: where they
 * have changed meanwhile it is made anew.
 *
 * @param attempt everything slow; what it returns runs in the transaction
 */
export async function onSameSnapshot(
  db: LocalDatabase,
  write: OutboxRow,
  attempt: (snapshot: RowSnapshot) => Promise<() => Promise<void>>,
): Promise<void> {
  const table = db.rowsOf(write.entity);
  for (;;) {
    const snapshot = await readSnapshot(db, write.entity, write.entity_id);
    // Settled before, by an answer that came twice.
    if (!snapshot.chain.some((row) => row.write_id === write.write_id)) return;
    const store = await attempt(snapshot);
    const tables = [table, db.outbox, db.history, db.acknowledged];
    const isStored = await db.transaction('rw', tables, async () => {
      if (!isSameSnapshot(snapshot, await readSnapshot(db, write.entity, write.entity_id))) return false;
      await store();
      return true;
    });
    if (isStored) return;
  }
}

/** The server's newest as this device knows it; nothing for a row that it has not confirmed. */
export async function openBase(
  db: LocalDatabase,
  entity: EntityName,
  snapshot: RowSnapshot,
): Promise<unknown> {
  const { stored, chain } = snapshot;
  if (stored === undefined) return null;
  if (chain.length === 0) return openSealed(db, entity, stored.id, stored.sealed);
  const base = stored.base === null ? null : await openSealed(db, entity, stored.id, stored.base);
  return rebase(base, (await openChain(db, stored.confirmed)).map(asApplied));
}

export function openChain(db: LocalDatabase, chain: readonly OutboxRow[]): Promise<OpenedWrite[]> {
  return Promise.all(chain.map((row) => openWrite(db, row)));
}

export function asApplied(write: OpenedWrite): AppliedWrite {
  return {
    endpoint: write.content.endpoint,
    entity: write.entity,
    effect: write.effect,
    body: write.content.body,
    author: { user_id: write.user_id, captured_at: write.captured_at },
  };
}

export function recordStateOf(chain: readonly Pick<OutboxRow, 'state'>[]): RecordState {
  if (chain.some((write) => write.state === 'parked')) return 'attention';
  return chain.length > 0 ? 'waiting' : 'sent';
}

/**
 * The row to store for a base and the writes that wait upon it. Nothing where
 * neither the server nor a waiting write knows the row any more, or where only
 * its last waiting write kept it on this device.
 */
export async function composeRow(
  db: LocalDatabase,
  entity: EntityName,
  id: string,
  state: RowStanding & {
    base: unknown;
    writes: readonly (AppliedWrite & Pick<OutboxRow, 'state'>)[];
  },
): Promise<StoredRow | null> {
  const visible = rebase(state.base, state.writes);
  const shown = (visible ?? state.base) as EntityRow<EntityName> | null;
  if (shown === null) return null;
  if (state.writes.length === 0 && (visible === null || state.is_withdrawn === 1)) return null;
  const base = state.base as EntityRow<EntityName> | null;
  return {
    id,
    version: state.version,
    scopes: state.scopes,
    record_state: recordStateOf(state.writes),
    is_gone: visible === null ? 1 : 0,
    generation: state.generation,
    is_withdrawn: state.is_withdrawn,
    sealed: await sealRow(db, entity, shown),
    base: base === null || state.writes.length === 0 ? null : await sealRow(db, entity, base),
    confirmed: [],
    ...clearColumnsOf(entity, shown),
  };
}
