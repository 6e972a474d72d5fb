import { openRows } from '#db/encrypted-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { displayMoment } from '#domain/time/pacific.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { useLocal } from './signed-in.ts';

export function namesById(rows: readonly { id: string; name: string }[] = []): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The names of records on this device that others reference by id.
 *
 * In a live query this is the last read: later reads aren't observed.
 * @param sessions whose days and times are wanted
 */
export async function readNames(db: LocalDatabase, sessions: readonly string[] = []): Promise<KnownNames> {
  const stored = await Promise.all([
    db.students.toArray(),
    db.services.toArray(),
    db.locations.toArray(),
    db.providers.toArray(),
    db.clients.toArray(),
    db.sessions.bulkGet([...sessions]),
  ]);
  const found = stored[5].filter((row) => row !== undefined);
  const [students, services, locations, providers, clients, opened] = await Promise.all([
    openRows(db, 'student', stored[0]),
    openRows(db, 'service', stored[1]),
    openRows(db, 'location', stored[2]),
    openRows(db, 'provider', stored[3]),
    openRows(db, 'client', stored[4]),
    openRows(db, 'session', found),
  ]);
  return {
    students: new Map(students.map((student) => [student.id, fullName(student)])),
    shortStudents: new Map(students.map((student) => [student.id, shortName(student)])),
    services: namesById(services),
    locations: namesById(locations.filter(({ archived }) => !archived)),
    providers: new Map(providers.map((provider) => [provider.id, providerName(provider)])),
    clients: namesById(clients),
    sessions: new Map(
      opened.map(({ id, session_date, start_time }) => [id, displayMoment(session_date, start_time)]),
    ),
  };
}

/** Undefined until loaded. */
export function useNames(sessions: readonly string[] = []): KnownNames | undefined {
  return useLocal((db) => readNames(db, sessions), [sessions.join()]);
}

/** The sessions that rows reference, as far as their values are ids. */
export function sessionsNamedBy(rows: readonly unknown[]): string[] {
  return rows.flatMap((row) => {
    const { make_up_of, session }: Record<string, unknown> = Object(row);
    return [make_up_of, session].filter((id) => typeof id === 'string');
  });
}
