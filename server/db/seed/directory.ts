import { scopesOfClient, scopesOfProvider, scopesOfStudent } from '#domain/access/scopes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Change } from '#server/db/change-index.ts';
import type { SeededClient } from './catalog.ts';
import type { People } from './people.ts';
import type { Students } from './students.ts';

/** Where the rows of people stand in the change index of a new database. */
export function directoryPlaces(
  payers: readonly Pick<SeededClient, 'id'>[],
  people: People,
  learners: Students,
): Change[] {
  const active = learners.students.filter(({ archived }) => !archived);
  const studentsOf = groupedBy(active, ({ client }) => client);
  const linksOf = studentLinks(learners);
  return [
    ...people.providers.map(({ row, services: delivered }): Change => {
      const supervisors = people.supervisions.filter(({ supervisee }) => supervisee === row.id);
      const scopes = scopesOfProvider({
        id: row.id,
        services: delivered.map(({ id }) => id),
        supervisors: supervisors.map(({ supervisor }) => supervisor),
      });
      return { entity: 'provider', id: row.id, scopes };
    }),
    ...learners.students.map((student): Change => {
      return {
        entity: 'student',
        id: student.id,
        scopes: scopesOfStudent({ ...student, ...linksOf(student.id) }),
      };
    }),
    ...payers.map(({ id }): Change => {
      const links = (studentsOf.get(id) ?? []).map((student) => linksOf(student.id));
      const all = (kind: 'services' | 'providers') => [...new Set(links.flatMap((own) => own[kind]))];
      const scopes = scopesOfClient({ id, services: all('services'), providers: all('providers') });
      return { entity: 'client', id, scopes };
    }),
  ];
}

/** The services and providers of each student. */
export function studentLinks(
  learners: Pick<Students, 'student_services' | 'student_providers'>,
): (student: string) => { services: string[]; providers: string[] } {
  const services = groupedBy(learners.student_services, ({ student }) => student);
  const providers = groupedBy(learners.student_providers, ({ student }) => student);
  return (student) => ({
    services: (services.get(student) ?? []).map(({ service }) => service),
    providers: (providers.get(student) ?? []).map(({ provider }) => provider),
  });
}
