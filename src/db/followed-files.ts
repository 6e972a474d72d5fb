import type { LocalDatabase, StoredRow } from './local-database.ts';
import type { FollowedFiles, SyncPosition } from './meta-rows.ts';

const NONE: FollowedFiles = { key: 'follows', opened: [], told: [], here: [] };

export async function followedFiles(db: LocalDatabase): Promise<FollowedFiles> {
  return ((await db.meta.get('follows')) as FollowedFiles | undefined) ?? NONE;
}

/** Whether this device gets the file of this student: by caseload, or because it follows it. */
export function getsFile(student: Pick<StoredRow, 'id' | 'scopes'>): boolean {
  return student.scopes.includes(`student:${student.id}`);
}

/**
 * Those of these students whose files aren't on this device, or not wholly yet: that nothing of such a file is here proves
 * nothing. A student who isn't on this device at all is left out.
 */
export async function filesNotHere(db: LocalDatabase, students: readonly string[]): Promise<string[]> {
  const [rows, { told, here }] = await Promise.all([db.students.bulkGet([...students]), followedFiles(db)]);
  return rows.flatMap((row) => {
    if (row === undefined) return [];
    const isComing = told?.includes(row.id) === true && !here.includes(row.id);
    return getsFile(row) && !isComing ? [] : [row.id];
  });
}

/** Why this device doesn't get the file of a student whom it would follow; null if nothing speaks against it. */
export async function fileRefusal(db: LocalDatabase, student: string): Promise<'no-access' | string | null> {
  const { refused, problem } = await followedFiles(db);
  return refused?.includes(student) === true ? 'no-access' : (problem ?? null);
}

/**
 * Notes that the files of these students were opened: from the next pull on the device follows those that it doesn't get
 * anyway.
 * @returns whether there is something to tell the server
 */
export function noteOpened(db: LocalDatabase, students: readonly string[]): Promise<boolean> {
  return db.transaction('rw', db.students, db.meta, async () => {
    const known = await followedFiles(db);
    const position = (await db.meta.get('position')) as SyncPosition | undefined;
    const rows = await db.students.bulkGet([...students]);
    const opened = students.filter((id, at) => {
      const row = rows[at];
      // Students archived long ago aren't on devices of the office, which may open them all the same.
      if (row === undefined || row.is_withdrawn === 1) return position?.sees_all === true;
      return !getsFile(row) || known.opened.includes(id);
    });
    if (opened.length === 0) return false;
    const isNew = opened.some((id) => known.told?.includes(id) !== true);
    const next = [...opened, ...known.opened.filter((id) => !opened.includes(id))];
    if (next.some((id, at) => id !== known.opened[at])) await db.meta.put({ ...known, opened: next });
    return isNew;
  });
}
