import { type SQL, sql } from 'drizzle-orm';
import type { Student } from '#contract/student.ts';
import { seesWholeOrganisation } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeStudent } from '#domain/access/row-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';

/** Fields of the contract's student, from `students s`. */
export const studentFields = sql.raw(`
  s.id, s.first_name, s.last_name, s.grade, s.archived, s.date_of_birth, s.home_language, s.qualifications,
  s.client, s.location,
  array(select a.service from student_services a where a.student = s.id order by 1) as services,
  array(select a.provider from student_providers a where a.student = s.id order by 1) as providers,
  s.version`);

function selectStudents(tx: Transaction, where: SQL): Promise<Student[]> {
  return jsonRows<Student>(tx, sql`select ${studentFields} from students s where ${where}`);
}

export function loadStudentRows(tx: Transaction, ids: readonly string[]): Promise<Student[]> {
  return selectStudents(tx, sql`s.id = any(${arrayParam(ids, 'uuid')})`);
}

/** Those of the students that exist and that the person may see. */
export async function visibleStudents(
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
): Promise<Student[]> {
  if (ids.length === 0) return [];
  return (await loadStudentRows(tx, ids)).filter((student) => maySeeStudent(actor, student));
}

/** Students in care whom the person may see, by name. */
export async function listStudents(tx: Transaction, actor: Actor): Promise<Student[]> {
  const found = await selectStudents(
    tx,
    sql`not s.archived and ${reachOf(actor)} order by s.last_name, s.first_name, s.id`,
  );
  return found.filter((student) => maySeeStudent(actor, student));
}

/** Students in care who are assigned to the person, by name. */
export function listAssignedStudents(tx: Transaction, actor: Actor): Promise<Student[]> {
  return selectStudents(
    tx,
    sql`not s.archived and s.id = any(${arrayParam(actor.student_ids, 'uuid')})
      order by s.last_name, s.first_name, s.id`,
  );
}

/** Students in care who are assigned to a provider, by name, as far as the person may see them. */
export async function listStudentsOfProvider(
  tx: Transaction,
  actor: Actor,
  provider: string,
): Promise<Student[]> {
  const found = await selectStudents(
    tx,
    sql`not s.archived and s.id in (select a.student from student_providers a where a.provider = ${provider})
      order by s.last_name, s.first_name, s.id`,
  );
  return found.filter((student) => maySeeStudent(actor, student));
}

/** Narrows the search to what the row rule can allow; the rule itself has the last word. */
function reachOf(actor: Actor): SQL {
  if (seesWholeOrganisation(actor)) return sql`true`;
  const own = sql`s.id = any(${arrayParam(actor.student_ids, 'uuid')})`;
  if (actor.role === ROLES.serviceLead) {
    return sql`(${own} or s.id in (select a.student from student_services a
      where a.service = any(${arrayParam(actor.service_ids, 'uuid')})))`;
  }
  if (actor.role === ROLES.supervisor) {
    return sql`(${own} or s.id in (select a.student from student_providers a
      where a.provider = any(${arrayParam(actor.supervisee_ids, 'uuid')})))`;
  }
  return own;
}
