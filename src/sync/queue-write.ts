import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Endpoints, endpointNamed, type OfflineEndpointName } from '#contract/index.ts';
import { seal, writePlace } from '#contract/sealing.ts';
import type { HistoryRow, LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite, WriteContent } from '#db/outbox.ts';
import { keyOf } from '#db/sealed-rows.ts';
import { isoNow } from './clock.ts';
import { rebase } from './local-rows.ts';
import { asApplied, composeRow, isSameSnapshot, openBase, openChain, readSnapshot } from './row-state.ts';
import type { Workspace } from './workspace.ts';

export interface NewWrite<Name extends OfflineEndpointName> {
  endpoint: Name;
  /** The id of the row, made on the device. */
  id: string;
  /** Whole for a creation, the touched fields for a change, nothing for a deletion. */
  body: BodyOf<Endpoints[Name]>;
  /** Writes of one lane arrive in the order they were made. */
  lane: string;
  /** Writes of other rows without which this one makes no sense. */
  depends_on?: string[];
}

/** A write as it is to be stored, its content still open. */
type PlannedWrite = Omit<OpenedWrite, 'seq' | 'sealed'> & { seq: number | null };

interface Plan {
  /** The row's waiting writes after this one, in order. */
  writes: PlannedWrite[];
  /** Waiting writes that vanish, and the write ids that take their place for those who depend on them. */
  removed: { row: OutboxRow; successor: string | null }[];
}

const ATTEMPTS = 20;

/**
 * Applies a write locally and queues it for the server, both or neither.
 *
 * Resolves once both are durably stored. A new write is merged into a waiting
 * one of the same row that was never attempted, or that the server refused;
 * creation and deletion that were never attempted cancel out.
 *
 * @returns the id of the write that carries it, or nothing where it cancelled out
 */
export async function queueWrite<Name extends OfflineEndpointName>(
  workspace: Workspace,
  write: NewWrite<Name>,
): Promise<string | null> {
  const { db } = workspace;
  const offline = endpointNamed(write.endpoint).offline;
  if (offline === undefined) throw new TypeError(`${write.endpoint} does not wait in the outbox`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const snapshot = await readSnapshot(db, offline.entity, write.id);
    const base = await openBase(db, offline.entity, snapshot);
    const chain = await openChain(db, snapshot.chain);
    const fresh = freshWrite(workspace, write, offline, snapshot.stored?.version ?? 0, chain);
    fresh.content.base_values = touchedValues(rebase(base, chain.map(asApplied)), fresh);
    const plan = planWrites(chain, fresh, snapshot.stored?.version ?? 0);
    const row = await composeRow(db, offline.entity, write.id, {
      base,
      writes: plan.writes.map((planned) => ({
        ...asApplied({ ...planned, seq: 0, sealed: fresh.sealed }),
        state: planned.state,
      })),
      version: snapshot.stored?.version ?? 0,
      scopes: snapshot.stored?.scopes ?? [],
      generation: snapshot.stored?.generation ?? 0,
    });
    const rows = await Promise.all(plan.writes.map((planned) => sealWrite(db, planned)));
    const table = db.rowsOf(offline.entity);
    const isStored = await db.transaction('rw', [table, db.outbox, db.history], async () => {
      if (!isSameSnapshot(snapshot, await readSnapshot(db, offline.entity, write.id))) return false;
      await (row === null ? table.delete(write.id) : table.put(row));
      await replaceWrites(db, plan.removed, isoNow(workspace.clock));
      await db.outbox.bulkPut(rows as OutboxRow[]);
      return true;
    });
    if (isStored) {
      workspace.wake();
      return plan.writes.at(-1)?.write_id ?? null;
    }
  }
  throw new Error('The record is changing too fast on this device.');
}

function freshWrite<Name extends OfflineEndpointName>(
  workspace: Workspace,
  write: NewWrite<Name>,
  offline: { entity: OutboxRow['entity']; effect: OutboxRow['effect']; version: number },
  version: number,
  chain: readonly OpenedWrite[],
): OpenedWrite {
  const tail = chain.at(-1);
  return {
    seq: 0,
    write_id: uuidv7(),
    user_id: workspace.user_id,
    device_id: workspace.device_id,
    endpoint: write.endpoint,
    endpoint_version: offline.version,
    entity: offline.entity,
    entity_id: write.id,
    effect: offline.effect,
    lane: write.lane,
    depends_on: [...(write.depends_on ?? []), ...(tail === undefined ? [] : [tail.write_id])],
    // Behind a write that is not confirmed the version comes with that one's answer.
    base_version: offline.effect === 'create' || tail !== undefined ? null : version,
    captured_at: isoNow(workspace.clock),
    state: 'waiting',
    leased_until: 0,
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
    sealed: new Uint8Array(),
    content: {
      endpoint: write.endpoint,
      endpoint_version: offline.version,
      params: offline.effect === 'create' ? {} : { id: write.id },
      body: write.body ?? null,
      base_values: {},
    },
  };
}

function touchedValues(row: unknown, write: OpenedWrite): Record<string, unknown> {
  if (write.effect !== 'update' || row === null) return {};
  const values = row as Record<string, unknown>;
  return Object.fromEntries(Object.keys(write.content.body as object).map((field) => [field, values[field]]));
}

/**
 * Which writes of a row wait after a new one. Pure.
 *
 * From the first write that the server refused, or a tail that it has never
 * seen, everything folds into one write; a refused one gets a new id, because
 * the server has answered the old.
 */
export function planWrites(chain: readonly OpenedWrite[], fresh: OpenedWrite, version: number): Plan {
  const added: PlannedWrite = { ...fresh, seq: null };
  const parkedAt = chain.findIndex((write) => write.state === 'parked');
  const tail = chain.at(-1);
  const isTailUnseen = tail !== undefined && tail.attempts === 0 && tail.state !== 'parked';
  const foldFrom = parkedAt >= 0 ? parkedAt : isTailUnseen ? chain.length - 1 : chain.length;
  const kept = chain.slice(0, foldFrom);
  const folded = chain.slice(foldFrom);
  const head = folded[0];
  if (head === undefined) return { writes: [...kept, added], removed: [] };

  if (fresh.effect === 'delete' && head.effect === 'create') {
    return { writes: kept, removed: folded.map((row) => ({ row, successor: null })) };
  }
  const all = [...folded, fresh];
  const isDeletion = fresh.effect === 'delete';
  const merged: PlannedWrite = {
    ...(isDeletion ? added : head),
    seq: head.seq,
    write_id: parkedAt >= 0 ? fresh.write_id : head.write_id,
    lane: head.lane,
    depends_on: [...new Set(all.flatMap((write) => write.depends_on))].filter(
      (id) => !folded.some((write) => write.write_id === id),
    ),
    base_version: head.effect === 'create' ? null : parkedAt >= 0 ? version : head.base_version,
    state: 'waiting',
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
    content: isDeletion
      ? fresh.content
      : {
          ...head.content,
          body: Object.assign({}, ...all.map((write) => write.content.body)) as unknown,
          base_values: Object.assign(
            {},
            ...all.toReversed().map((write) => write.content.base_values),
          ) as Record<string, unknown>,
        },
  };
  const removed = folded.filter((row) => row.seq !== head.seq || row.write_id !== merged.write_id);
  return { writes: [...kept, merged], removed: removed.map((row) => ({ row, successor: merged.write_id })) };
}

/** A write ready to store. The local order of a new one is given by the table. */
async function sealWrite(db: LocalDatabase, planned: PlannedWrite): Promise<Omit<OutboxRow, 'seq'>> {
  const { content, seq, ...row } = planned;
  const sealed = await sealContent(db, planned.write_id, content);
  return seq === null ? { ...row, sealed } : ({ ...row, seq, sealed } as OutboxRow);
}

export function sealContent(db: LocalDatabase, writeId: string, content: WriteContent) {
  return seal(keyOf(db), writePlace(writeId), content);
}

/**
 * Takes writes out of the outbox; those who depend on them depend on the
 * successor, or on nothing, and are no longer blocked by them. Runs inside the
 * caller's transaction over `outbox` and `history`.
 */
export async function replaceWrites(db: LocalDatabase, removed: Plan['removed'], now: string): Promise<void> {
  if (removed.length === 0) return;
  const successors = new Map(removed.map(({ row, successor }) => [row.write_id, successor]));
  await db.outbox.bulkDelete(removed.map(({ row }) => row.seq));
  await db.history.bulkPut(
    removed.filter(({ successor }) => successor === null).map(({ row }) => historyOf(row, 'cancelled', now)),
  );
  await db.outbox
    .filter((row) => row.depends_on.some((id) => successors.has(id)))
    .modify((row) => {
      row.depends_on = [
        ...new Set(row.depends_on.map((id) => (successors.has(id) ? (successors.get(id) ?? null) : id))),
      ].filter((id) => id !== null && id !== row.write_id) as string[];
      if (row.state === 'blocked') {
        row.state = 'waiting';
        row.problem = null;
      }
    });
}

export function historyOf(row: OutboxRow, outcome: HistoryRow['outcome'], now: string): HistoryRow {
  return {
    write_id: row.write_id,
    entity: row.entity,
    entity_id: row.entity_id,
    effect: row.effect,
    outcome,
    captured_at: row.captured_at,
    finished_at: now,
  };
}
