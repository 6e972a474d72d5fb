import { encrypt, writePlace } from '#contract/encryption.ts';
import { keyOf } from '#db/encrypted-rows.ts';
import type { HistoryRow, LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { WriteContent } from '#db/outbox.ts';
import { isOfStudentFile } from '#entities/row-facts.ts';
import { studentsNamed } from './new-write.ts';
import type { Plan, PlannedWrite } from './plan-writes.ts';

/** A write ready to store. The table assigns the local order of a new one. */
export async function encryptWrite(
  db: LocalDatabase,
  planned: PlannedWrite,
): Promise<Omit<OutboxRow, 'seq'>> {
  const { content, seq, ...row } = planned;
  const sealed = await encryptContent(db, planned.write_id, content);
  const about = isOfStudentFile(row.entity) ? row.about : studentsNamed(content.body);
  return seq === null ? { ...row, about, sealed } : ({ ...row, seq, about, sealed } as OutboxRow);
}

export function encryptContent(db: LocalDatabase, writeId: string, content: WriteContent) {
  return encrypt(keyOf(db), writePlace(writeId), content);
}

/**
 * Removes writes from the outbox; their dependents depend on the successor instead, or on nothing. Runs
 * inside the caller's transaction over `outbox` and `history`, which must update blocked writes afterwards.
 */
export async function replaceWrites(db: LocalDatabase, removed: Plan['removed'], now: string): Promise<void> {
  if (removed.length === 0) return;
  const successors = new Map(removed.map(({ row, successor }) => [row.write_id, successor]));
  await db.outbox.bulkDelete(removed.map(({ row }) => row.seq));
  await db.history.bulkPut(
    removed.filter(({ successor }) => successor === null).map(({ row }) => historyOf(row, 'cancelled', now)),
  );
  await db.outbox
    .where('depends_on')
    .anyOf([...successors.keys()])
    .modify((row) => {
      row.depends_on = [
        ...new Set(row.depends_on.map((id) => (successors.has(id) ? (successors.get(id) ?? null) : id))),
      ].filter((id) => id !== null && id !== row.write_id) as string[];
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
    ...(row.overwritten === undefined ? {} : { overwritten: row.overwritten }),
  };
}
