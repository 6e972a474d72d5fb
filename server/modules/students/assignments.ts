import { type SQL, sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import type { Transaction } from '#server/db/database.ts';
import { placeClientsOf, placeServices, placeStudents } from '#server/db/directory-places.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';

/** For `assigned_services a`: the domain's rule `isInForce` as a condition. */
export function inForce(day: string): SQL {
  return sql`a.deleted_at is null and a.start_date <= ${day}::date
    and (a.end_date is null or a.end_date >= ${day}::date)`;
}

/**
 * Updates these students' services and providers from their assigned services on a Pacific day. If something
 * changes, the students are delivered again, and the scopes of everyone affected are refreshed: providers,
 * leads of the services, and supervisors of the providers.
 * @returns the students whose services or providers changed
 */
export async function followStudentServices(
  tx: Transaction,
  students: readonly string[],
  day: string,
): Promise<string[]> {
  // One at a time per student: this result holds until the commit.
  await tx.execute(
    sql`select 1 from students where id = any(${arrayParam(students, 'uuid')}) order by id for update`,
  );
  const moved = [
    ...(await moveLinks(tx, 'student_services', 'service', students, day)),
    ...(await moveLinks(tx, 'student_providers', 'provider', students, day)),
  ];
  const ids = [...new Set(moved.map(({ student }) => student))];
  await placeServices(
    tx,
    students.filter((student) => !ids.includes(student)),
  );
  if (moved.length === 0) return [];
  await tx.execute(sql`update students set version = version + 1 where id = any(${arrayParam(ids, 'uuid')})`);
  await placeStudents(tx, ids);
  await placeClientsOf(
    tx,
    moved.map(({ student }) => student),
  );
  await refreshPeopleOf(
    tx,
    moved.map(({ target }) => target),
  );
  return ids;
}

/**
 * Refreshes the scopes of everyone who sees a student because of these services and providers: the providers,
 * leads of the services, and supervisors of the providers.
 */
export async function refreshPeopleOf(tx: Transaction, targets: readonly string[]): Promise<void> {
  const people = await jsonRows<{ id: string }>(
    tx,
    sql`with target as (select * from unnest(${arrayParam(targets, 'uuid')}) as id)
      select u.id from users u join target on u.id = target.id
      union select sv.supervisor from supervisions sv join target on sv.supervisee = target.id
        join users u on u.id = sv.supervisor
      union select u.id from users u join provider_services ps on ps.provider = u.id
        join target on ps.service = target.id where u.role = ${ROLES.serviceLead}`,
  );
  await refreshScopeMembers(
    tx,
    people.map(({ id }) => id),
  );
}

/** Adds and removes the links of one table; returns the changed ones. Both names come from this code. */
function moveLinks(
  tx: Transaction,
  table: 'student_services' | 'student_providers',
  column: 'service' | 'provider',
  students: readonly string[],
  day: string,
): Promise<{ student: string; target: string }[]> {
  const [into, target] = [sql.raw(table), sql.raw(column)];
  const some = arrayParam(students, 'uuid');
  return tx
    .execute<{ student: string; target: string }>(
      sql`with wanted as (
        select distinct a.student, a.${target} as target from assigned_services a
        where a.student = any(${some}) and a.${target} is not null and ${inForce(day)}
      ),
      gone as (
        delete from ${into} l where l.student = any(${some})
          and not exists (select from wanted w where w.student = l.student and w.target = l.${target})
        returning l.student, l.${target} as target
      ),
      come as (
        insert into ${into} (student, ${target}) select student, target from wanted
        on conflict do nothing returning student, ${target} as target
      )
      select student::text, target::text from gone union all select student::text, target::text from come`,
    )
    .then(({ rows }) => rows);
}

/** Starts and ends services with the calendar day. A student without any assigned service is left alone. */
export async function followTheDay(tx: Transaction, day: string): Promise<void> {
  const late = await jsonRows<{ student: string }>(
    tx,
    sql`with known as (select distinct student from assigned_services),
      wanted as (
        select a.student, a.service as target from assigned_services a where ${inForce(day)}
        union select a.student, a.provider from assigned_services a where a.provider is not null and ${inForce(day)}
      ),
      standing as (
        select l.student, l.service as target from student_services l join known using (student)
        union select l.student, l.provider from student_providers l join known using (student)
      )
      select distinct student from (
        (select * from wanted except select * from standing)
        union all (select * from standing except select * from wanted)
      ) difference`,
  );
  if (late.length === 0) return;
  await followStudentServices(tx, late.map(({ student }) => student).sort(), day);
}
