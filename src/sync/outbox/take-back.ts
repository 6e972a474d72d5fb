import type { OutboxRow } from '#db/local-database.ts';
import { isUnsent } from '#db/outbox.ts';
import { isoNow } from '../clock.ts';
import type { Workspace } from '../workspace.ts';
import { markBlocked } from './dependents.ts';
import { asApplied, composeRow, metadataOf, onSameSnapshot, openBase, openChain } from './row-state.ts';
import { replaceWrites } from './stored-writes.ts';

/**
 * Removes a command from the outbox that never left this device and that nothing of its row was built on: the
 * row is as before, and nothing is sent. A command that may be in flight is left alone.
 * @returns whether it was removed
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
      ...metadataOf(snapshot.stored),
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
