import { v7 as uuidv7 } from 'uuid';
import { dropFiles } from '#db/attachment-files.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import { openWrite } from '#db/outbox.ts';
import { isAnnouncement } from '../behaviors/behaviors.ts';
import { isoNow } from '../clock.ts';
import { markBlocked, withDependents } from '../outbox/dependents.ts';
import { markFollower, prepareFollowers } from '../outbox/followers.ts';
import { isNamedOnly } from '../outbox/named-creations.ts';
import { isCommand } from '../outbox/plan-writes.ts';
import {
  asApplied,
  composeRow,
  isSameSnapshot,
  metadataOf,
  openBase,
  openChain,
  readSnapshot,
  tablesOf,
} from '../outbox/row-state.ts';
import { encryptContent, historyOf, replaceWrites } from '../outbox/stored-writes.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Sends a refused write again unchanged, for example after the office reopened the period. It gets a new id,
 * because the server has answered the old one. It keeps the version that its author saw, so later changes by
 * others are merged or become a conflict. A command is judged by the row's current state.
 */
export async function resendWrite(workspace: Workspace, writeId: string): Promise<void> {
  const { db } = workspace;
  const row = await db.outbox.where('write_id').equals(writeId).first();
  if (row === undefined || row.state !== 'parked') return;
  const { content } = await openWrite(db, row);
  const successor = uuidv7();
  const sealed = await encryptContent(db, successor, content);
  const table = db.rowsOf(row.entity);
  await db.transaction('rw', [...tablesOf(db, row.entity), db.outbox, db.history], async () => {
    const current = await db.outbox.get(row.seq);
    if (current?.write_id !== writeId || current.state !== 'parked') return;
    const stored = await table.get(row.entity_id);
    await replaceWrites(db, [{ row: current, successor }], isoNow(workspace.clock));
    await db.outbox.put({
      ...current,
      write_id: successor,
      sealed,
      base_version: baseOf(current, stored),
      state: 'waiting',
      attempts: 0,
      merges: 0,
      next_attempt_at: 0,
      problem: null,
    });
    await markBlocked(db);
    await table.where('id').equals(row.entity_id).modify({ record_state: 'waiting' });
    await markFollower(db, row, 'waiting');
  });
  workspace.wake();
}

function baseOf(refused: OutboxRow, stored: StoredRow | undefined): number | null {
  if (refused.effect === 'create') return null;
  const newest = stored?.version ?? null;
  return isCommand(refused) ? (newest ?? refused.base_version) : (refused.base_version ?? newest);
}

/**
 * All writes that depend on a write, directly or indirectly, with the write itself first. A session that only
 * references the row is not included: it is valid without it.
 */
export async function writesBuildingOn(db: LocalDatabase, writeId: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.orderBy('seq').toArray();
  const byId = new Map(rows.map((row) => [row.write_id, row]));
  const built = rows.map((row) => ({
    write_id: row.write_id,
    depends_on: row.depends_on.filter((id) => {
      const other = byId.get(id);
      return other !== undefined && !isNamedOnly(row, other);
    }),
  }));
  const reached = withDependents(built, [writeId]);
  return rows.filter((row) => reached.has(row.write_id));
}

const GIVEABLE: readonly OutboxRow['state'][] = ['parked', 'blocked', 'orphaned'];

/**
 * Discards a refused, orphaned, or blocked write and all writes that depend on it, after confirmation by its
 * author. The rows revert to the server's state. The discard is recorded. A write that may be in flight is
 * left alone.
 */
export async function discardWrite(workspace: Workspace, writeId: string): Promise<void> {
  const { db } = workspace;
  const root = await db.outbox.where('write_id').equals(writeId).first();
  if (root === undefined || !GIVEABLE.includes(root.state)) return;
  for (const write of (await writesBuildingOn(db, writeId)).toReversed()) {
    await discardOne(workspace, write);
  }
  await db.transaction('rw', db.outbox, () => markBlocked(db));
  workspace.wake();
}

async function discardOne({ db, clock }: Workspace, write: OutboxRow): Promise<void> {
  if (write.state === 'orphaned') return discardDraft(db, write, isoNow(clock));
  const { entity, entity_id } = write;
  const table = db.rowsOf(entity);
  for (;;) {
    const snapshot = await readSnapshot(db, entity, entity_id);
    // Edited or sent again in another tab in the meantime.
    if (!snapshot.chain.some((row) => row.write_id === write.write_id)) return;
    const base = await openBase(db, entity, snapshot);
    const rest = await openChain(
      db,
      snapshot.chain.filter((row) => row.write_id !== write.write_id),
    );
    const row = await composeRow(db, entity, entity_id, {
      base,
      writes: rest.map(asApplied),
      ...metadataOf(snapshot.stored),
    });
    const leader = { entity, id: entity_id };
    const followers = await prepareFollowers(db, leader, snapshot.chain, { base, chain: rest });
    const beside = [db.outbox, db.history, db.attachmentFiles, db.attachmentParts];
    const isStored = await db.transaction('rw', [...tablesOf(db, entity), ...beside], async () => {
      if (!isSameSnapshot(snapshot, await readSnapshot(db, entity, entity_id))) return false;
      if (!(await followers.areSame())) return false;
      await (row === null ? table.delete(entity_id) : table.put(row));
      await followers.store();
      if (isAnnouncement(write)) await dropFiles(db, [entity_id]);
      await db.outbox.delete(write.seq);
      await db.history.put(historyOf(write, 'discarded', isoNow(clock)));
      return true;
    });
    if (isStored) return;
  }
}

/** An orphaned draft is not part of its row, which stays as it is. */
async function discardDraft(db: LocalDatabase, { seq, write_id }: OutboxRow, now: string): Promise<void> {
  await db.transaction('rw', [db.outbox, db.history, db.attachmentFiles, db.attachmentParts], async () => {
    const current = await db.outbox.get(seq);
    if (current?.write_id !== write_id || current.state !== 'orphaned') return;
    if (isAnnouncement(current)) await dropFiles(db, [current.entity_id]);
    await db.outbox.delete(seq);
    await db.history.put(historyOf(current, 'discarded', now));
  });
}
