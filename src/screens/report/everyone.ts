import { locationsByName } from '#db/catalog.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { clientsByName, providersById, studentsById } from '#db/people.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { choiceHint, namesakeHints } from '#domain/students/namesakes.ts';
import { fullName } from '#domain/students/student-name.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import type { Choice } from './define-report.ts';
import type { LooseReport } from './report-state.ts';

/** With what tells a student from others of the same name. */
export type StudentChoice = Choice & { hint?: string };

const NOBODY: readonly Choice[] = [];

/** Whom the filters of a report offer; those that none of them offers aren't opened. */
export function useEveryone(report: LooseReport): {
  student: readonly StudentChoice[] | undefined;
  provider: readonly Choice[] | undefined;
} {
  const offered = new Set(Object.values(report.filters).map(({ everyone }) => everyone));
  const [offersStudents, offersProviders] = [offered.has('student'), offered.has('provider')];
  return {
    student: useLocal(async (db) => (offersStudents ? everyStudent(db) : NOBODY), [offersStudents]),
    provider: useLocal(async (db) => (offersProviders ? everyProvider(db) : NOBODY), [offersProviders]),
  };
}

/** By name, with what tells those of one name apart; archived ones too. */
async function everyStudent(db: LocalDatabase): Promise<StudentChoice[]> {
  const [students, schools, clients] = await Promise.all([
    studentsById(db),
    locationsByName(db),
    clientsByName(db),
  ]);
  const known = [...students.values()];
  const hints = namesakeHints(known, { schools, clients });
  return known
    .map(
      (student): StudentChoice => ({
        ...{ id: student.id, name: fullName(student) },
        ...choiceHint([student.archived && 'Archived'], hints.get(student.id)),
      }),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
}

async function everyProvider(db: LocalDatabase): Promise<Choice[]> {
  return namedProviders((await providersById(db)).values());
}
