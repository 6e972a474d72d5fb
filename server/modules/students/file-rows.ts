import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { Student } from '#contract/student.ts';
import { scopesOfAssignedService, scopesOfStudentFile } from '#domain/access/scopes.ts';
import type { Reaching } from '#entities/declared.ts';
import { keptRows, type Stored, storedRow } from '#server/db/entity-rows.ts';
import { aboutStudent, type Call, type Records } from '#server/records/call.ts';
import { refuseOutdated } from '#server/records/changing-rows.ts';
import { visibleStudents } from './queries.ts';

/** The entities of a student's file. */
export type FileEntity = Reaching<'student'>;

/** The student, or `record.absent`, the same for inaccessible and nonexistent ones. */
export async function studentInReach(
  { tx, actor }: Pick<Call, 'tx' | 'actor'>,
  id: string,
): Promise<Student> {
  const [student] = await visibleStudents(tx, actor, [id]);
  if (student === undefined) throw new ApiError('record.absent');
  return student;
}

/** The stored rows of a student, ordered by SQL from this code; reading them is audited. */
export async function listFileRows<Name extends FileEntity>(
  call: Call,
  entity: Name,
  student: string,
  order: string,
): Promise<EntityRow<Name>[]> {
  await studentInReach(call, student);
  await call.note({ action: `${entity}.list`, entity: 'student', row_id: student });
  return keptRows(call.tx, entity, sql`student = ${student} order by ${sql.raw(order)}, id`);
}

/** The row of a change, and its student; absent for people who may not see the student. */
export async function changeableRow<Name extends FileEntity>(
  call: Call,
  entity: Name,
  id: string,
): Promise<{ before: Stored<Name>; student: Student }> {
  const before = await storedRow(call.tx, entity, id);
  if (before === null) throw new ApiError('record.absent');
  const student = await studentInReach(call, before.student);
  refuseOutdated(before, call.context.base_version);
  return { before, student };
}

/** The rows of one entity in a student's file, with the student's scopes. */
export function recordsOf<Name extends FileEntity>(
  entity: Name,
  { id }: Pick<Student, 'id'>,
): Records<EntityRow<Name>> {
  const scopesOf = entity === 'student_service' ? scopesOfAssignedService : scopesOfStudentFile;
  return { entity, scopes: () => scopesOf({ student: id }), about: aboutStudent };
}

/** Whether the URL and body of a creation name the same student. */
export function refuseOtherStudent(params: { id: string }, body: { student: string }): void {
  if (params.id !== body.student) {
    throw new ApiError('request.invalid', {
      fields: { student: 'The URL and the body name different students.' },
    });
  }
}
