import { type LocalRow, openRows } from './encrypted-rows.ts';
import { type LocalDatabase, TABLE_OF } from './local-database.ts';

/** Those whose names other records need. */
export type PersonEntity = 'student' | 'provider' | 'client';

/** The rows with these ids, including archived ones, which old records still name. Costs what is asked for. */
export async function rowsById<Name extends PersonEntity>(
  db: LocalDatabase,
  entity: Name,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, LocalRow<Name>>> {
  const found = await db.rowsOf(entity).bulkGet([...new Set(ids)]);
  const rows = await openRows(
    db,
    entity,
    found.filter((row) => row !== undefined),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Makes a live query run again when these rows change, though it reads them only after it has decrypted
 * others, which ends its watch. Call it before decrypting.
 */
export async function watchPeople(db: LocalDatabase, ...entities: readonly PersonEntity[]): Promise<void> {
  await Promise.all(entities.map((entity) => db.table(TABLE_OF[entity]).count()));
}

/** All students on this device, for searching among them: a screen that only names some asks by id. */
export async function studentsById(db: LocalDatabase): Promise<ReadonlyMap<string, LocalRow<'student'>>> {
  const students = await openRows(db, 'student', await db.students.toArray());
  return new Map(students.map((student) => [student.id, student]));
}

/** All clients on this device by name, for choosing one. */
export async function clientsByName(db: LocalDatabase): Promise<LocalRow<'client'>[]> {
  const clients = await openRows(db, 'client', await db.clients.toArray());
  return clients.sort((a, b) => a.name.localeCompare(b.name));
}

/** All providers on this device by id, for choosing one: the user, and those whom the role may see. */
export async function providersById(db: LocalDatabase): Promise<ReadonlyMap<string, LocalRow<'provider'>>> {
  const providers = await openRows(db, 'provider', await db.providers.toArray());
  return new Map(providers.map((provider) => [provider.id, provider]));
}
