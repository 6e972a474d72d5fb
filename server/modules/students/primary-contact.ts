import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRows } from '#server/db/entity-rows.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';

type Parent = EntityRow<'parent'>;

/**
 * A student has at most one primary contact: the parents who were it before these stop being it, each by a change of
 * its own, so that every device and the history hear of it. Of two people who chose one offline, the one whose choice
 * arrives last is followed.
 * @param chosen parents that were just written as primary contacts, one per student
 */
export async function replacePrimaries(
  call: Call,
  records: Records<Parent>,
  chosen: readonly Pick<Parent, 'id' | 'student'>[],
): Promise<void> {
  if (chosen.length === 0) return;
  const { tx } = call;
  const students = chosen.map(({ student }) => student);
  await lockPrimaries(tx, students);
  // Locked, so that someone else's edit of the former one is not met at an older version.
  const former = await storedRows(
    tx,
    'parent',
    sql`student = any(${arrayParam(students, 'uuid')}) and is_primary and deleted_at is null
      and id <> all(${arrayParam(
        chosen.map(({ id }) => id),
        'uuid',
      )}) order by id for update`,
  );
  for (const before of former) await call.change(records, before, { ...wireRow(before), is_primary: false });
}

/** People who make a parent of these students the primary contact do so one after the other. */
export async function lockPrimaries(tx: Transaction, students: readonly string[]): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('primary contact ' || s.id, 0))
      from (select distinct unnest(${arrayParam(students, 'text')}) as id order by id) s`,
  );
}

/** Whether one of the student's parents is the primary contact; call it with the lock. */
export async function hasPrimary(tx: Transaction, student: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from parents where student = ${student} and is_primary and deleted_at is null limit 1`,
  );
  return rows.length > 0;
}

/** Whether another parent of the same student is the primary contact by now. */
export async function isReplaced(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ student: string }>(sql`select student from parents where id = ${id}`);
  const student = rows[0]?.student;
  if (student === undefined) return false;
  await lockPrimaries(tx, [student]);
  const { rows: others } = await tx.execute(
    sql`select 1 from parents
      where student = ${student} and id <> ${id} and is_primary and deleted_at is null limit 1`,
  );
  return others.length > 0;
}
