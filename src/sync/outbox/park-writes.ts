import type { Problem } from '#contract/errors.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { markBlocked } from './dependents.ts';
import { markFollower } from './followers.ts';
import { tablesOf } from './row-state.ts';

/** Queues the writes again. They count as attempted: the server may have seen them. */
export async function putBack(
  db: LocalDatabase,
  writes: readonly OutboxRow[],
  notBefore: number,
  problem: Problem | null,
) {
  await db.outbox
    .where('seq')
    .anyOf(writes.map((write) => write.seq))
    .and((row) => row.state === 'sending')
    .modify((row) => {
      row.state = 'waiting';
      row.next_attempt_at = notBefore;
      if (problem !== null) row.problem = problem;
    });
}

/**
 * Parks a refused write with the server's error until its author decides; its dependents are blocked,
 * everything else continues. The local value stays.
 * @param extra other fields of the write to store
 */
export async function park(
  db: LocalDatabase,
  write: OutboxRow,
  problem: Problem,
  extra: Pick<Partial<OutboxRow>, 'sealed'> = {},
): Promise<void> {
  const table = db.rowsOf(write.entity);
  await db.transaction('rw', [...tablesOf(db, write.entity), db.outbox], async () => {
    const parked = await db.outbox
      .where('seq')
      .equals(write.seq)
      .modify({ state: 'parked', problem, ...extra });
    if (parked === 0) return;
    await markBlocked(db);
    await table.where('id').equals(write.entity_id).modify({ record_state: 'attention' });
    await markFollower(db, write, 'attention');
  });
}
