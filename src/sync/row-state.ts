import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase, OutboxRow, RecordState, StoredRow } from '#db/local-database.ts';
import { type OpenedWrite, openWrite } from '#db/outbox.ts';
import { clearColumnsOf, openSealed, sealRow } from '#db/sealed-rows.ts';
import { type AppliedWrite, rebase } from './local-rows.ts';

/** A row with its waiting writes, as read; a transaction compares it before it writes. */
export interface RowSnapshot {
  stored: StoredRow | undefined;
  /** Waiting writes of this row in local order. */
  chain: OutboxRow[];
}

export async function readSnapshot(db: LocalDatabase, entity: EntityName, id: string): Promise<RowSnapshot> {
  const [stored, chain] = await Promise.all([
    db.rowsOf(entity).get(id),
    db.outbox.where('entity_id').equals(id).sortBy('seq'),
  ]);
  return { stored, chain };
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

/** The server's newest as this device knows it; nothing for a row that it has not confirmed. */
export async function openBase(
  db: LocalDatabase,
  entity: EntityName,
  snapshot: RowSnapshot,
): Promise<unknown> {
  const { stored, chain } = snapshot;
  if (stored === undefined) return null;
  if (stored.base !== null) return openSealed(db, entity, stored.id, stored.base);
  return chain.length === 0 ? openSealed(db, entity, stored.id, stored.sealed) : null;
}

export function openChain(db: LocalDatabase, chain: readonly OutboxRow[]): Promise<OpenedWrite[]> {
  return Promise.all(chain.map((row) => openWrite(db, row)));
}

export function asApplied(write: OpenedWrite): AppliedWrite {
  return {
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
 * neither the server nor a waiting write knows the row any more.
 */
export async function composeRow(
  db: LocalDatabase,
  entity: EntityName,
  id: string,
  state: {
    base: unknown;
    writes: readonly (AppliedWrite & Pick<OutboxRow, 'state'>)[];
    version: number;
    scopes: string[];
    generation: number;
  },
): Promise<StoredRow | null> {
  const visible = rebase(state.base, state.writes);
  const shown = (visible ?? state.base) as EntityRow<EntityName> | null;
  if (shown === null) return null;
  if (visible === null && state.writes.length === 0) return null;
  const base = state.base as EntityRow<EntityName> | null;
  return {
    id,
    version: state.version,
    scopes: state.scopes,
    record_state: recordStateOf(state.writes),
    is_gone: visible === null ? 1 : 0,
    generation: state.generation,
    sealed: await sealRow(db, entity, shown),
    base: base === null || state.writes.length === 0 ? null : await sealRow(db, entity, base),
    ...clearColumnsOf(entity, shown),
  };
}
