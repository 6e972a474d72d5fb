import type { LocalDatabase } from '#db/local-database.ts';
import { providersById, studentsById } from '#db/people.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { fullName } from '#domain/students/student-name.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import type { Choice } from './define-report.ts';
import type { LooseReport } from './report-state.ts';

const NOBODY: readonly Choice[] = [];

/** Whom the filters of a report offer; those that none of them offers aren't opened. */
export function useEveryone(report: LooseReport): {
  student: readonly Choice[] | undefined;
  provider: readonly Choice[] | undefined;
} {
  const offered = new Set(Object.values(report.filters).map(({ everyone }) => everyone));
  const [offersStudents, offersProviders] = [offered.has('student'), offered.has('provider')];
  return {
    student: useLocal(async (db) => (offersStudents ? everyStudent(db) : NOBODY), [offersStudents]),
    provider: useLocal(async (db) => (offersProviders ? everyProvider(db) : NOBODY), [offersProviders]),
  };
}

/** By name; archived ones too. */
async function everyStudent(db: LocalDatabase): Promise<Choice[]> {
  const students = await studentsById(db);
  return Array.from(students.values(), (student) => ({ id: student.id, name: fullName(student) })).sort(
    (a, b) => a.name.localeCompare(b.name),
  );
}

async function everyProvider(db: LocalDatabase): Promise<Choice[]> {
  return namedProviders((await providersById(db)).values());
}
