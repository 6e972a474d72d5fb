import { type SQL, sql } from 'drizzle-orm';
import type { Student } from '#contract/student.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeStudent } from '#domain/access/row-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { arrayParam } from '#server/db/json-rows.ts';

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
