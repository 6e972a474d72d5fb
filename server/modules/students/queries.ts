import { type SQL, sql } from 'drizzle-orm';
import type { Client } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import type { AlikeStudent, Student, StudentFile } from '#contract/student.ts';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeStudent } from '#domain/access/row-rules.ts';
import { likeness } from '#domain/students/alike-names.ts';
import { LIKENESSES } from '#domain/students/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import { searchFor } from '#domain/text/search-words.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';

/** Those of the students that exist and are accessible. */
export async function visibleStudents(
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
): Promise<Student[]> {
  if (ids.length === 0) return [];
  return (await loadRows(tx, 'student', ids)).filter((student) => maySeeStudent(actor, student));
}

/** Accessible active students, by name. */
export async function listStudents(tx: Transaction, actor: Actor): Promise<Student[]> {
  const found = await keptRows(
    tx,
    'student',
    sql`not archived and ${reachOf(actor)} order by last_name, first_name, id`,
  );
  return found.filter((student) => maySeeStudent(actor, student));
}

/** Active students assigned to the person, by name. */
export function listAssignedStudents(tx: Transaction, actor: Actor): Promise<Student[]> {
  return keptRows(
    tx,
    'student',
    sql`not archived and id = any(${arrayParam(actor.student_ids, 'uuid')})
      order by last_name, first_name, id`,
  );
}

/** Accessible active students assigned to a provider, by name. */
export async function listStudentsOfProvider(
  tx: Transaction,
  actor: Actor,
  provider: string,
): Promise<Student[]> {
  const found = await keptRows(
    tx,
    'student',
    sql`not archived and id in (select a.student from student_providers a where a.provider = ${provider})
      order by last_name, first_name, id`,
  );
  return found.filter((student) => maySeeStudent(actor, student));
}

/** Narrows the query to what the row rule can allow; the rule itself decides. */
function reachOf(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  const own = sql`id = any(${arrayParam(actor.student_ids, 'uuid')})`;
  if (actor.role === ROLES.serviceLead) {
    return sql`(${own} or id in (select a.student from student_services a
      where a.service = any(${arrayParam(actor.service_ids, 'uuid')})))`;
  }
  if (actor.role === ROLES.supervisor) {
    return sql`(${own} or id in (select a.student from student_providers a
      where a.provider = any(${arrayParam(actor.supervisee_ids, 'uuid')})))`;
  }
  return own;
}

/** A page of archived students, by name, behind a student. Only the office sees them. */
export async function listArchivedStudents(
  tx: Transaction,
  { after, search, limit }: { after?: string | undefined; search?: string | undefined; limit: number },
): Promise<Student[]> {
  const [last] = after === undefined ? [] : await loadRows(tx, 'student', [after]);
  if (after !== undefined && last === undefined) {
    throw new ApiError('request.invalid', { fields: { after: 'Unknown list position.' } });
  }
  const isBehind =
    last === undefined
      ? sql`true`
      : sql`(last_name, first_name, id) > (${last.last_name}::text, ${last.first_name}::text, ${last.id}::uuid)`;
  const isMeant =
    search === undefined ? sql`true` : sql`id = any(${arrayParam(await foundByName(tx, search), 'uuid')})`;
  return keptRows(
    tx,
    'student',
    sql`archived and ${isBehind} and ${isMeant} order by last_name, first_name, id limit ${limit}::int`,
  );
}

/** Archived students by words of their names, compared as screens do: the lower case of a database depends on its setup. */
async function foundByName(tx: Transaction, search: string): Promise<string[]> {
  const names = await jsonRows<{ id: string; first_name: string; last_name: string }>(
    tx,
    sql`select id, first_name, last_name from students where archived`,
  );
  const isFound = searchFor(search);
  return names.filter((one) => isFound(fullName(one))).map(({ id }) => id);
}

/**
 * The student with what the office keeps, for others without insurance and address; or `record.absent`, the same for
 * inaccessible and nonexistent ones.
 */
export async function studentFile(tx: Transaction, actor: Actor, id: string): Promise<StudentFile> {
  const [student] = await visibleStudents(tx, actor, [id]);
  const [account] = await loadRows(tx, 'student_account', [id]);
  if (student === undefined || account === undefined) throw new ApiError('record.absent');
  const file = { ...student, ...account };
  if (mayUse(actor, 'student.record')) return file;
  return { ...file, payer: '', member_id: '', sex: '', street: '', city: '', state: '', zip: '' };
}

/** How many similar names are worth looking at. */
const MOST_ALIKE = 10;

/** Students, archived ones too, whose names are like these, best match first. */
export async function listAlikeStudents(
  tx: Transaction,
  names: { first_name: string; last_name: string },
): Promise<AlikeStudent[]> {
  const all = await jsonRows<Omit<AlikeStudent, 'likeness'>>(
    tx,
    sql`select id, first_name, last_name, grade, date_of_birth, client, location, archived
      from students where merged_into is null order by last_name, first_name, id`,
  );
  const alike = all.flatMap((student): AlikeStudent[] => {
    const found = likeness(names, student);
    return found === null ? [] : [{ ...student, likeness: found }];
  });
  return alike
    .sort((one, other) => LIKENESSES.indexOf(one.likeness) - LIKENESSES.indexOf(other.likeness))
    .slice(0, MOST_ALIKE);
}

/** The student's client; null if there is none. */
export async function clientOfStudent(
  tx: Transaction,
  { client }: Student,
): Promise<Pick<Client, 'id' | 'name' | 'active'> | null> {
  if (client === null) return null;
  const [found] = await loadRows(tx, 'client', [client]);
  return found === undefined ? null : { id: found.id, name: found.name, active: found.active };
}
