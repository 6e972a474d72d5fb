import { type LocalRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

/** Students by id, including archived ones, which old sessions still name. */
export async function studentsById(db: LocalDatabase): Promise<ReadonlyMap<string, LocalRow<'student'>>> {
  const students = await openRows(db, 'student', await db.students.toArray());
  return new Map(students.map((student) => [student.id, student]));
}

/** Clients on this device by name. */
export async function clientsByName(db: LocalDatabase): Promise<LocalRow<'client'>[]> {
  const clients = await openRows(db, 'client', await db.clients.toArray());
  return clients.sort((a, b) => a.name.localeCompare(b.name));
}

/** Providers on this device by id: the user, and those whom the role may see. */
export async function providersById(db: LocalDatabase): Promise<ReadonlyMap<string, LocalRow<'provider'>>> {
  const providers = await openRows(db, 'provider', await db.providers.toArray());
  return new Map(providers.map((provider) => [provider.id, provider]));
}
