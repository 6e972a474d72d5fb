import type { LocalDatabase, OutboxRow, WriteState } from '#db/local-database.ts';
import { markBlocked } from './dependents.ts';
import { prepareFollowers } from './followers.ts';
import { leftStudents } from './left-students.ts';
import {
  asApplied,
  composeRow,
  isInChain,
  isSameSnapshot,
  metadataOf,
  openBase,
  openChain,
  readSnapshot,
  tablesOf,
} from './row-state.ts';

/**
 * Sets aside unsynced writes about a student or row that this person no longer sees, and resumes them if they
 * come back. Absent is not left: only what a pull or an answer has said counts, never that something is not on
 * this device. Runs at the end of each pull; its cost depends on the queue, not on the device's data.
 *
 * A write that the server may have seen is sent once more first: only its answer says whether it took effect.
 */
export async function sortOrphans(db: LocalDatabase): Promise<void> {
  const writes = await db.outbox.orderBy('seq').toArray();
  if (writes.length === 0) return;
  const stranded = await strandedWrites(db, writes);
  const rows = new Map<string, OutboxRow>();
  for (const write of writes) {
    const isMisplaced = stranded.has(write.write_id) === isInChain(write);
    if (isMisplaced && !rows.has(write.entity_id)) rows.set(write.entity_id, write);
  }
  for (const write of rows.values()) await regroup(db, write, stranded);
}

/** The ids of writes that can't be sent now, with all later writes of the same rows. */
async function strandedWrites(db: LocalDatabase, writes: readonly OutboxRow[]): Promise<ReadonlySet<string>> {
  const gone = await leftStudents(db);
  const stranded = new Set<string>();
  const rows = new Set<string>();
  for (const write of writes) {
    const isSettled = write.attempts === 0 || write.state === 'parked' || write.state === 'orphaned';
    const isAlone = isSettled && (write.about.some((id) => gone.has(id)) || (await hasLeft(db, write)));
    if (!isAlone && !rows.has(write.entity_id)) continue;
    stranded.add(write.write_id);
    rows.add(write.entity_id);
  }
  return stranded;
}

/**
 * Error codes for rows that the person may not see any more. A deleted row is different: it becomes a
 * conflict.
 */
const FOREIGN: readonly string[] = ['record.absent', 'access.denied'];

/**
 * Whether the row of a refused change is no longer visible to this person. A row that is not here may still be
 * visible: then only an answer that it doesn't exist for this person counts, until a pull brings it.
 */
async function hasLeft(db: LocalDatabase, write: OutboxRow): Promise<boolean> {
  const code = write.problem?.code ?? '';
  if (write.effect === 'create' || !FOREIGN.includes(code)) return false;
  const stored = await db.rowsOf(write.entity).get(write.entity_id);
  if (stored !== undefined) return stored.is_withdrawn === 1;
  return write.state === 'orphaned' || code === 'record.absent';
}

/**
 * Moves the writes of one row to the state where they belong, and updates the row from what is left in its
 * chain.
 */
async function regroup(
  db: LocalDatabase,
  { entity, entity_id }: OutboxRow,
  stranded: ReadonlySet<string>,
): Promise<void> {
  const table = db.rowsOf(entity);
  const readAll = () => db.outbox.where('entity_id').equals(entity_id).sortBy('seq');
  for (;;) {
    const snapshot = await readSnapshot(db, entity, entity_id);
    const before = await readAll();
    // In flight: wait for its answer, and check again with the next pull.
    if (before.some((write) => write.state === 'sending')) return;
    const after = before.map((write) => ({ ...write, state: stateOf(write, stranded) }));
    const chain = await openChain(db, after.filter(isInChain));
    const base = await openBase(db, entity, snapshot);
    const row = await composeRow(db, entity, entity_id, {
      base,
      writes: chain.map(asApplied),
      ...metadataOf(snapshot.stored),
    });
    const leader = { entity, id: entity_id };
    const followers = await prepareFollowers(db, leader, before, { base, chain });
    const isStored = await db.transaction('rw', [...tablesOf(db, entity), db.outbox], async () => {
      const isSame =
        isSameSnapshot(snapshot, await readSnapshot(db, entity, entity_id)) &&
        JSON.stringify(before.map(placeOf)) === JSON.stringify((await readAll()).map(placeOf)) &&
        (await followers.areSame());
      if (!isSame) return false;
      await followers.store();
      await (row === null ? table.delete(entity_id) : table.put(row));
      await db.outbox.bulkPut(after);
      await markBlocked(db);
      return true;
    });
    if (isStored) return;
  }
}

function stateOf(write: OutboxRow, stranded: ReadonlySet<string>): WriteState {
  if (stranded.has(write.write_id)) return 'orphaned';
  if (isInChain(write)) return write.state;
  // A write that the server has refused under its id is sent again only by its author.
  return write.problem === null || write.problem.code === 'write.blocked' ? 'waiting' : 'parked';
}

function placeOf({ seq, write_id, state }: OutboxRow): unknown[] {
  return [seq, write_id, state];
}
