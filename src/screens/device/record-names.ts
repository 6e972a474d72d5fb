import { useMemo } from 'react';
import { openRows } from '#db/encrypted-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { rowsById, watchPeople } from '#db/people.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { displayMoment } from '#domain/time/pacific.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { type ById, usePeopleById } from './people-by-id.ts';
import { useLocal } from './signed-in.ts';

export function namesById(rows: readonly { id: string; name: string }[] = []): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Every id in these values, however deep. */
export function idsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (ID.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const part of Object.values(value)) idsIn(part, found);
  }
  return found;
}

/**
 * The names of records on this device that these values reference by id: only those are read.
 *
 * A live query calls {@link watchNames} before it decrypts.
 */
export async function readNames(db: LocalDatabase, values: readonly unknown[]): Promise<KnownNames> {
  const ids = idsIn(values);
  const [students, providers, clients, catalog] = await Promise.all([
    rowsById(db, 'student', ids),
    rowsById(db, 'provider', ids),
    rowsById(db, 'client', ids),
    readCatalog(db, [...ids]),
  ]);
  return {
    ...catalog,
    students: mapped(students, fullName),
    shortStudents: mapped(students, shortName),
    providers: mapped(providers, providerName),
    clients: mapped(clients, ({ name }) => name),
  };
}

/** What {@link readNames} reads afterwards keeps a live query awake. */
export async function watchNames(db: LocalDatabase): Promise<void> {
  await Promise.all([
    watchPeople(db, 'student', 'provider', 'client'),
    db.services.count(),
    db.locations.count(),
  ]);
}

function mapped<Row>(rows: ReadonlyMap<string, Row>, nameOf: (row: Row) => string): Map<string, string> {
  return new Map([...rows].map(([id, row]) => [id, nameOf(row)]));
}

/** What is on every device anyway, and the days and times of these sessions. */
async function readCatalog(
  db: LocalDatabase,
  ids: readonly string[],
): Promise<Pick<KnownNames, 'services' | 'locations' | 'sessions'>> {
  const [services, locations, sessions] = await Promise.all([
    db.services.toArray(),
    db.locations.toArray(),
    db.sessions.bulkGet([...ids]),
  ]);
  const found = sessions.filter((row) => row !== undefined);
  const [openServices, openLocations, openSessions] = await Promise.all([
    openRows(db, 'service', services),
    openRows(db, 'location', locations),
    openRows(db, 'session', found),
  ]);
  return {
    services: namesById(openServices),
    locations: namesById(openLocations.filter(({ archived }) => !archived)),
    sessions: new Map(
      openSessions.map(({ id, session_date, start_time }) => [id, displayMoment(session_date, start_time)]),
    ),
  };
}

/**
 * The names of records on this device; those of people are read as they are asked for. Undefined until loaded.
 * @param sessions whose days and times are wanted
 */
export function useNames(sessions: readonly string[] = []): KnownNames | undefined {
  const students = usePeopleById('student');
  const providers = usePeopleById('provider');
  const clients = usePeopleById('client');
  const catalog = useLocal((db) => readCatalog(db, sessions), [sessions.join()]);
  return useMemo(
    () =>
      catalog && {
        ...catalog,
        students: namedBy(students, fullName),
        shortStudents: namedBy(students, shortName),
        providers: namedBy(providers, providerName),
        clients: namedBy(clients, ({ name }) => name),
      },
    [catalog, students, providers, clients],
  );
}

/** What is known under these names, or else under those. */
export function firstKnown(names: ById<string>, others: ById<string> | undefined): ById<string> {
  return { get: (id) => names.get(id) ?? others?.get(id) };
}

/** The names of rows that are found by id. */
export function namedBy<Row>(rows: ById<Row>, nameOf: (row: Row) => string): ById<string> {
  return {
    get(id) {
      const row = rows.get(id);
      return row && nameOf(row);
    },
  };
}

/** The sessions that rows reference, as far as their values are ids. */
export function sessionsNamedBy(rows: readonly unknown[]): string[] {
  return rows.flatMap((row) => {
    const { make_up_of, session }: Record<string, unknown> = Object(row);
    return [make_up_of, session].filter((id) => typeof id === 'string');
  });
}
