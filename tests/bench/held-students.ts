// Runs inside a page of the measured browser, on its real IndexedDB.
import type { EntityName } from '#contract/entity-name.ts';
import { encryptRow } from '#db/encrypted-rows.ts';
import { LocalDatabase, type StoredRow, TABLE_OF } from '#db/local-database.ts';
import { rowsById, studentsById } from '#db/people.ts';
import { leaveScopes } from '#sync/pull/leave-scopes.ts';

const CHUNK = 2_000;
const FILE = ['parent', 'goal', 'student_note', 'student_service'] as const;

let db: LocalDatabase | null = null;
let raw: ArrayBuffer | null = null;

async function put(entity: EntityName, rows: readonly StoredRow[], here: LocalDatabase): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) {
    await here.rowsOf(entity).bulkPut(rows.slice(at, at + CHUNK));
  }
}

function storedRow(
  id: string,
  scopes: string[],
  sealed: Uint8Array<ArrayBuffer>,
  more: object = {},
): StoredRow {
  return {
    ...{ id, scopes, sealed, version: 1, record_state: 'sent', is_gone: 0, generation: 1, is_withdrawn: 0 },
    ...{ base: null, confirmed: [] },
    ...more,
  };
}

/** As if the page had just been opened: nothing is decrypted yet. */
async function reopened(): Promise<LocalDatabase> {
  if (db === null || raw === null) throw new Error('No students are held.');
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', true, ['encrypt', 'decrypt']);
  return new LocalDatabase(db.name, key);
}

/** Leaving as it was before: for each scope a walk over all tables. */
async function leaveOneByOne(here: LocalDatabase, scopes: readonly string[]): Promise<void> {
  for (const scope of scopes) {
    for (const name of Object.values(TABLE_OF)) {
      const table = here.table<StoredRow, string>(name);
      const rows = await table.filter((row) => row.scopes.includes(scope)).toArray();
      await table.bulkDelete(rows.map(({ id }) => id));
    }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const heldStudents = {
  /**
   * A device with this many encrypted students, and as many files as are wanted.
   * @returns the ids of the students
   */
  async holdStudents(count: number, files: number): Promise<string[]> {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, [
      'encrypt',
      'decrypt',
    ]);
    raw = await crypto.subtle.exportKey('raw', key);
    const here = new LocalDatabase(`bench-${crypto.randomUUID()}`, key);
    db = here;
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    const students = await Promise.all(
      ids.map(async (id, at) => {
        const row = {
          ...{ id, first_name: `First ${at}`, last_name: `Last ${at}`, archived: false, grade: '4' },
          ...{ client: null, location: null, services: [], providers: [], version: 1, qualifications: [] },
          ...{ date_of_birth: '2016-03-01', home_language: 'en', merged_into: null, notes: 'x'.repeat(300) },
        };
        return storedRow(id, [`student:${id}`], await encryptRow(here, 'student', row as never));
      }),
    );
    await put('student', students, here);
    const sealed = new Uint8Array(600);
    const ofFiles = (entity: string) =>
      ids
        .slice(0, files)
        .flatMap((student) =>
          [1, 2].map((nth) =>
            storedRow(`${entity}-${student}-${nth}`, [`student:${student}`], sealed, { student }),
          ),
        );
    for (const entity of FILE) await put(entity, ofFiles(entity), here);
    const sessions = Array.from({ length: files }, (_, at) =>
      storedRow(`session-${at}`, ['user:p'], sealed, { provider: 'p', session_date: '2026-03-01' }),
    );
    await put('session', sessions, here);
    return ids;
  },

  /** Milliseconds to leave the scopes of these students, and how many rows are left. */
  async leave(
    students: readonly string[],
    how: 'together' | 'one by one',
  ): Promise<{ ms: number; left: number }> {
    const here = await reopened();
    const scopes = students.map((id) => `student:${id}`);
    const ms = await timed(() =>
      here.transaction('rw', here.tables, async () => {
        if (how === 'together') await leaveScopes(here, scopes);
        else await leaveOneByOne(here, scopes);
      }),
    );
    const counts = await Promise.all(Object.values(TABLE_OF).map((name) => here.table(name).count()));
    return { ms, left: counts.reduce((sum, count) => sum + count, 0) };
  },

  /** Milliseconds to name these students, by id and by opening every student. */
  async nameStudents(ids: readonly string[]): Promise<{ byId: number; directory: number; named: number }> {
    const [one, other] = [await reopened(), await reopened()];
    await Promise.all([one.students.count(), other.students.count()]);
    let named = 0;
    const byId = await timed(async () => {
      named = (await rowsById(one, 'student', ids)).size;
    });
    const directory = await timed(() => studentsById(other));
    return { byId, directory, named };
  },
};
