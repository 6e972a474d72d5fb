import type { OutboxRow } from '#db/local-database.ts';
import { isUnsent } from '#db/outbox.ts';
import { isoNow } from '../clock.ts';
import type { Workspace } from '../workspace.ts';
import { markBlocked } from './dependents.ts';
import { asApplied, composeRow, onSameSnapshot, openBase, openChain, standingOf } from './row-state.ts';
import { replaceWrites } from './stored-writes.ts';

/**
 * Takes a step out of the outbox that has never left this device and upon which nothing
 * of its row was done: the row is as it was before, and nothing is sent of it. One that
 * may be on its way is left alone.
 *
 * @returns whether it was taken out
 */
export async function takeBackUnsent({ db, clock, wake }: Workspace, write: OutboxRow): Promise<boolean> {
  const { entity, entity_id, write_id } = write;
  const table = db.rowsOf(entity);
  let isTaken = false;
  await onSameSnapshot(db, write, async (snapshot) => {
    const tail = snapshot.chain.at(-1);
    if (tail?.write_id !== write_id || !isUnsent(tail)) return async () => undefined;
    const rest = await openChain(db, snapshot.chain.slice(0, -1));
    const row = await composeRow(db, entity, entity_id, {
      base: await openBase(db, entity, snapshot),
      writes: rest.map(asApplied),
      ...standingOf(snapshot.stored),
    });
    return async () => {
      await (row === null ? table.delete(entity_id) : table.put(row));
      await replaceWrites(db, [{ row: tail, successor: null }], isoNow(clock));
      await markBlocked(db);
      isTaken = true;
    };
  });
  if (isTaken) wake();
  return isTaken;
}
