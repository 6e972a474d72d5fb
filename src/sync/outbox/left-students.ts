import type { LocalDatabase } from '#db/local-database.ts';

/**
 * The students of whom this device was told that they left this person, and have not come back. Only that is
 * a reason to set work about them aside: that a student is not on the device proves nothing.
 *
 * Until a device keeps them, they are the students whose work it has set aside already and who are not here.
 */
export async function leftStudents(db: LocalDatabase): Promise<ReadonlySet<string>> {
  const kept = await db.meta.get('left');
  if (kept?.key === 'left') return new Set(kept.students);
  const drafts = await db.outbox.where('state').equals('orphaned').toArray();
  const named = [...new Set(drafts.flatMap(({ about }) => about))];
  const known = await db.students.bulkGet(named);
  return new Set(named.filter((_, at) => known[at] === undefined));
}

/**
 * Keeps what a pull says about students. Runs inside the transaction that stores it, over `students`, `outbox`,
 * and `meta`, after the rows are stored.
 */
export async function noteStudents(
  db: LocalDatabase,
  told: { left: readonly string[]; back: readonly string[] },
): Promise<void> {
  if (told.left.length + told.back.length === 0) return;
  const known = await leftStudents(db);
  const after = new Set(known);
  for (const id of told.left) after.add(id);
  for (const id of told.back) after.delete(id);
  const isSame = after.size === known.size && [...after].every((id) => known.has(id));
  if (!isSame) await db.meta.put({ key: 'left', students: [...after] });
}

/** A person who may see every student has been left by none: a device has some of them, and its window moves. */
export async function noteNoneLeft(db: LocalDatabase): Promise<void> {
  await noteStudents(db, { left: [], back: [...(await leftStudents(db))] });
}
