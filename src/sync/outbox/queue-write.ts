import type { Table } from 'dexie';
import { callNamed } from '#contract/calls.ts';
import { ApiError } from '#contract/errors.ts';
import type { OfflineEndpointName } from '#contract/index.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { isOfStudentFile } from '#entities/row-facts.ts';
import { isoNow } from '../clock.ts';
import { picked, writableFields } from '../merge/merge-fields.ts';
import { isSameCreation, uponVisible } from '../merge/upon-visible.ts';
import type { Workspace } from '../workspace.ts';
import { markBlocked } from './dependents.ts';
import { prepareFollowers } from './followers.ts';
import { rebase } from './local-rows.ts';
import { creationsNamed, namedByOthers } from './named-creations.ts';
import { freshWrite, type NewWrite, studentsNamed, touchedValues } from './new-write.ts';
import { planWrites } from './plan-writes.ts';
import {
  asApplied,
  composeRow,
  inOrder,
  isSameSnapshot,
  metadataOf,
  openBase,
  openChain,
  openLeads,
  type RowMetadata,
  readSnapshot,
  tablesOf,
} from './row-state.ts';
import { encryptWrite, replaceWrites } from './stored-writes.ts';

/** What else is stored with a write, in the same transaction. */
export interface ExtraStores {
  tables: readonly Table[];
  /** Runs in the write's transaction. */
  store(): Promise<unknown>;
}

type Row = Record<string, unknown>;

const ATTEMPTS = 20;

/**
 * Applies a write locally and queues it for the server, atomically.
 *
 * Resolves once both are durably stored. A new write is folded into a queued one of the same row that was
 * never attempted, or that the server refused; an unattempted creation and deletion cancel out. A write that
 * depends on a refused one is blocked with it. A creation that repeats an existing one changes nothing.
 *
 * Changes made on this device since the write's form was opened are merged; otherwise the write is parked
 * with a conflict for its author.
 * @throws ApiError if this device knows that the row is deleted, absent or, for a creation, already exists
 * with other content, or if an earlier conflict about the row is still open; nothing is stored then
 * @param extra what is stored in the same transaction
 * @returns the id of the write that carries it, or null if it canceled out
 */
export async function queueWrite<Name extends OfflineEndpointName>(
  workspace: Workspace,
  write: NewWrite<Name>,
  extra: ExtraStores = { tables: [], store: async () => undefined },
): Promise<string | null> {
  const { db } = workspace;
  const offline = callNamed(write.endpoint).offline;
  if (offline === undefined) throw new TypeError(`${write.endpoint} does not wait in the outbox`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const snapshot = await readSnapshot(db, offline.entity, write.id);
    const borrowed = snapshot.stored === undefined ? (write.borrowed ?? null) : null;
    const base = borrowed ?? (await openBase(db, offline.entity, snapshot));
    const chain = await openChain(db, snapshot.chain);
    const metadata: RowMetadata = {
      ...metadataOf(snapshot.stored),
      ...(borrowed === null ? {} : { version: borrowed.version, is_withdrawn: 1 }),
    };
    const made = freshWrite(workspace, write, offline, metadata.version, chain);
    const leads = await openLeads(db, offline.entity, snapshot);
    const visible = rebase(base, inOrder([...chain.map(asApplied), ...leads])) as Row | null;
    if (offline.effect !== 'create' && visible === null) {
      const isKnown = snapshot.stored !== undefined || chain.length > 0;
      throw new ApiError(isKnown ? 'record.deleted' : 'record.absent');
    }
    const creations = await creationsNamed(db, offline.entity, write.body, visible);
    const along = await waitingAlong(db, write.brings ?? null);
    made.depends_on = [...new Set([...creations, ...along, ...made.depends_on])];
    const leading = snapshot.led.at(-1);
    if (leading !== undefined) {
      // The server has the row as it was seen only after that write has taken effect.
      made.base_version = null;
      made.depends_on.push(leading.write_id);
    }
    made.content.base_values =
      write.instead_of === undefined
        ? touchedValues(visible, made)
        : picked(write.instead_of, writableFields(offline.entity));
    if (offline.effect === 'create' && visible !== null && isSameCreation(made, visible)) {
      return chain.at(-1)?.write_id ?? null;
    }
    const fresh = await uponVisible(db, made, write.opened ?? null, { visible, chain, ...metadata });
    if (fresh === null) return chain.at(-1)?.write_id ?? null;
    // A change contains only the edited fields; the row says whose file it is about.
    fresh.about = studentsNamed(isOfStudentFile(offline.entity) ? (visible ?? write.body) : write.body);
    const order = await localOrder(
      db,
      [...chain, fresh].flatMap((known) => known.depends_on),
    );
    const named = await namedByOthers(db, write.id, chain);
    const plan = planWrites(chain, fresh, metadata.version, order, named);
    if (fresh.effect === 'create' && visible !== null) {
      throw new ApiError('record.exists', {
        message: 'This is already saved. Close the form and open the saved record to change it.',
      });
    }
    if (fresh.effect === 'create' && (base !== null || plan.writes.length > 1)) {
      throw new ApiError('record.exists');
    }
    const planned = plan.writes.map(
      (one): OpenedWrite => ({ ...one, seq: one.seq ?? Number.MAX_SAFE_INTEGER, sealed: fresh.sealed }),
    );
    const writes = planned.map(asApplied);
    const row = await composeRow(db, offline.entity, write.id, { base, writes, leads, ...metadata });
    const leader = { entity: offline.entity, id: write.id };
    const followers = await prepareFollowers(db, leader, snapshot.chain, { base, chain: planned });
    const added = plan.writes.filter((planned) => !chain.some((known) => known === planned));
    const rows = await Promise.all(added.map((planned) => encryptWrite(db, planned)));
    const table = db.rowsOf(offline.entity);
    const isStored = await db.transaction(
      'rw',
      [...tablesOf(db, offline.entity), db.outbox, db.history, ...extra.tables],
      async () => {
        if (!isSameSnapshot(snapshot, await readSnapshot(db, offline.entity, write.id))) return false;
        if (!(await followers.areSame())) return false;
        await (row === null ? table.delete(write.id) : table.put(row));
        await followers.store();
        await replaceWrites(db, plan.removed, isoNow(workspace.clock));
        await db.outbox.bulkPut(rows as OutboxRow[]);
        await markBlocked(db);
        await extra.store();
        return true;
      },
    );
    if (isStored) {
      workspace.wake();
      return plan.writes.at(-1)?.write_id ?? null;
    }
  }
  throw new Error('The record is changing too fast on this device.');
}

/** Separately queued writes of the carried row, as older versions of the app made them: they go first. */
async function waitingAlong(db: LocalDatabase, id: string | null): Promise<string[]> {
  if (id === null) return [];
  const rows = await db.outbox.where('entity_id').equals(id).toArray();
  return rows.filter(({ state }) => state === 'waiting' || state === 'sending').map((row) => row.write_id);
}

/** The local order of those of these writes that are still queued. */
async function localOrder(
  db: LocalDatabase,
  writeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.outbox.where('write_id').anyOf(writeIds).toArray();
  return new Map(rows.map((row) => [row.write_id, row.seq]));
}
