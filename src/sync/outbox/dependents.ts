import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';

/** The given writes and all that depend on them, directly or indirectly. Pure. */
export function withDependents(
  rows: readonly Pick<OutboxRow, 'write_id' | 'depends_on'>[],
  writeIds: Iterable<string>,
): Set<string> {
  const reached = new Set(writeIds);
  for (let size = -1; size < reached.size; ) {
    size = reached.size;
    for (const row of rows) {
      if (row.depends_on.some((id) => reached.has(id))) reached.add(row.write_id);
    }
  }
  return reached;
}

/**
 * Blocks the dependents of refused and orphaned writes, and unblocks others. Runs at the end of every
 * transaction that refuses, replaces, removes, or adds writes.
 */
export async function markBlocked(db: LocalDatabase): Promise<void> {
  if ((await db.outbox.where('state').anyOf('parked', 'orphaned', 'blocked').count()) === 0) return;
  const rows = await db.outbox.toArray();
  const refused = rows.filter(isDecidedByAuthor).map((row) => row.write_id);
  const stuck = withDependents(rows, refused);
  const changed = rows.flatMap((row): OutboxRow[] => {
    if (isDecidedByAuthor(row) || stuck.has(row.write_id) === (row.state === 'blocked')) return [];
    if (row.state === 'blocked') return [{ ...row, state: 'waiting', problem: null }];
    return [
      {
        ...row,
        state: 'blocked',
        problem: { code: 'write.blocked', message: 'Waiting for another change that needs attention.' },
      },
    ];
  });
  await db.outbox.bulkPut(changed);
}

function isDecidedByAuthor({ state }: OutboxRow): boolean {
  return state === 'parked' || state === 'orphaned';
}
