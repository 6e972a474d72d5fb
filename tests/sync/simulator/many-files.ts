import { v7 as uuidv7 } from 'uuid';
import { FOLLOW_LIMIT } from '#contract/sync.ts';
import { followedFiles } from '#db/followed-files.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { Planted } from './device.ts';

/** Files of students who aren't on the device, opened after all others: they leave room for one. */
const OTHERS = Array.from({ length: FOLLOW_LIMIT - 1 }, () => uuidv7());

/** The students whom unsent writes are about. */
async function namedByWrites(db: LocalDatabase): Promise<ReadonlySet<string>> {
  return new Set((await db.outbox.toArray()).flatMap(({ about }) => about));
}

/**
 * Runs a pull on a device that has opened as many files as it may follow.
 * @returns what it did wrong: it gave up the file of a student whom unsent work is about
 */
export async function withManyFiles(db: LocalDatabase, pull: () => Promise<void>): Promise<string[]> {
  const named = await namedByWrites(db);
  // People write about students whose files they have opened, also of those who have joined their caseload since.
  const opened = await db.transaction('rw', db.students, db.meta, async () => {
    const known = await followedFiles(db);
    const here = await db.students.bulkGet([...named]);
    const written = here.flatMap((row) => (row === undefined || row.is_withdrawn === 1 ? [] : [row.id]));
    const own = [...new Set([...known.opened.filter((id) => !OTHERS.includes(id)), ...written])];
    await db.meta.put({ ...known, opened: [...OTHERS, ...own] });
    return own;
  });
  await pull();
  const now = new Set((await followedFiles(db)).opened);
  const lost = opened.filter((id) => named.has(id) && !now.has(id));
  // Those who left the person have left with their files.
  const rows = await db.students.bulkGet(lost);
  return rows
    .filter((row) => row !== undefined && row.is_withdrawn === 0)
    .map((row) => `a device gave up the file of ${row?.id.slice(-6)}, whom its unsent work is about`);
}

/** Bugs of devices that have opened more files than they may follow. */
export const plantedInFiles: Record<string, Planted> = {
  'an eviction of named students': {
    seed: 4,
    opensMany: true,
    async pull({ db }, real) {
      const named = await namedByWrites(db);
      await db.transaction('rw', db.meta, async () => {
        const known = await followedFiles(db);
        await db.meta.put({ ...known, opened: known.opened.filter((id) => !named.has(id)) });
      });
      await real();
    },
  },
};
