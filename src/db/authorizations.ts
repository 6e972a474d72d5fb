import { type LocalRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

/** The assigned services of these students, with their authorizations. */
export async function authorizationsOf(
  db: LocalDatabase,
  students: readonly string[],
): Promise<LocalRow<'student_service'>[]> {
  if (students.length === 0) return [];
  const rows = await db.studentServices
    .where('student')
    .anyOf([...students])
    .toArray();
  return openRows(db, 'student_service', rows);
}
