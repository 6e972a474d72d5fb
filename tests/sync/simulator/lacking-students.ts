import type { LocalDatabase } from '#db/local-database.ts';
import { leftStudents } from '#sync/outbox/left-students.ts';
import { syncPosition } from '#sync/pull/pull.ts';

/**
 * Runs work while the device lacks the students of its unsent writes, as one that doesn't hold everybody whom
 * its person may see. Afterwards they are there again, unless the device was told otherwise.
 */
export async function withoutStudents(db: LocalDatabase, work: () => Promise<void>): Promise<void> {
  const named = new Set((await db.outbox.toArray()).flatMap(({ about }) => about));
  const known = (await db.students.bulkGet([...named])).filter((row) => row !== undefined);
  const rows = known.filter(
    ({ record_state, is_withdrawn }) => record_state === 'sent' && is_withdrawn === 0,
  );
  const { generation } = await syncPosition(db);
  await db.students.bulkDelete(rows.map(({ id }) => id));
  try {
    await work();
  } finally {
    await db.transaction('rw', db.students, db.outbox, db.meta, async () => {
      const left = await leftStudents(db);
      const isSameRound = (await syncPosition(db)).generation === generation;
      const here = new Set(await db.students.toCollection().primaryKeys());
      const back = rows.filter(({ id }) => isSameRound && !left.has(id) && !here.has(id));
      await db.students.bulkPut(back);
    });
  }
}
