import { sql } from 'drizzle-orm';
import type { Student } from '#contract/student.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { MergeRecord } from '#server/db/schema/student-merges.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import type { Call } from '#server/records/call.ts';

/** The services and providers whose people see either student. */
export function peopleOf(links: MergeRecord['links']): string[] {
  return Object.values(links).flatMap(({ services, providers }) => [...services, ...providers]);
}

/** Services and providers of a student. */
export function linksOf({ services, providers }: Pick<Student, 'services' | 'providers'>): {
  services: string[];
  providers: string[];
} {
  return { services: [...services], providers: [...providers] };
}

const LINKS = [
  ['student_services', 'service'],
  ['student_providers', 'provider'],
] as const;

/** Everyone linked to one student becomes linked to the other. */
export async function joinLinks(
  tx: Transaction,
  { stays, merged }: { stays: string; merged: string },
): Promise<void> {
  for (const [table, column] of LINKS) {
    const [into, target] = [sql.raw(table), sql.raw(column)];
    await tx.execute(sql`with gone as (delete from ${into} where student = ${merged} returning ${target})
      insert into ${into} (student, ${target}) select ${stays}::uuid, ${target} from gone on conflict do nothing`);
  }
}

/** Gives a student back the links from before, and takes from the other what only came with the merge. */
export async function partLinks(
  tx: Transaction,
  { stays, merged }: { stays: string; merged: string },
  links: MergeRecord['links'],
): Promise<void> {
  for (const [table, column] of LINKS) {
    const [into, target] = [sql.raw(table), sql.raw(column)];
    const of = column === 'service' ? ('services' as const) : ('providers' as const);
    const theirs = arrayParam(links.merged[of], 'uuid');
    await tx.execute(sql`delete from ${into} where student = ${stays} and ${target} = any(${theirs})
      and ${target} <> all(${arrayParam(links.stays[of], 'uuid')})`);
    await tx.execute(sql`insert into ${into} (student, ${target})
      select ${merged}::uuid, unnest(${theirs}) on conflict do nothing`);
  }
}

/** Links of students with assigned services follow those; links from before that table stay. */
export async function followAssigned(call: Call, students: readonly string[]): Promise<void> {
  const some = await jsonRows<{ id: string }>(
    call.tx,
    sql`select distinct student as id from assigned_services
      where student = any(${arrayParam(students, 'uuid')}) and deleted_at is null order by 1`,
  );
  if (some.length === 0) return;
  await followStudentServices(
    call.tx,
    some.map(({ id }) => id),
    pacificDay(call.context.now),
  );
}
