import { locationsByName } from '#db/catalog.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { clientsByName, rowsById } from '#db/people.ts';
import { namesakeHints } from '#domain/students/namesakes.ts';
import { useLocal } from './signed-in.ts';

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** What tells apart those of these students who share a name, by id. Empty until loaded, and where all names differ. */
export function useNamesakeHints(students: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return useLocal((db) => hintsOf(db, students), [students.join()]) ?? NONE;
}

async function hintsOf(db: LocalDatabase, students: readonly string[]) {
  const [schools, clients] = await Promise.all([locationsByName(db), clientsByName(db)]);
  return namesakeHints([...(await rowsById(db, 'student', students)).values()], { schools, clients });
}
