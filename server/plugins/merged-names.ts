import { type SQL, sql } from 'drizzle-orm';
import { withStudentReplaced } from '#domain/students/student-merge.ts';
import { uuid } from '#entities/fields.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { RawInput } from './raw-input.ts';

/** Where a call names students: in its body, and in the address of a creation in a student's file. */
interface Naming {
  student?: unknown;
  student_ids?: unknown;
}

/** A merged student, and whose record it was merged into. */
export interface MergedStudent {
  id: string;
  merged_into: string;
}

/**
 * The query of merged students among those that these calls name: a device that was offline during a merge still names
 * the old one.
 *
 * All named students stay locked until the commit, so that a merge running at the same time either moves what these
 * calls write or is seen by them.
 */
export function mergedStudents(inputs: readonly RawInput[]): SQL {
  return sql`with locked as (
      select id, merged_into from students
      where id = any(${arrayParam(new Set(inputs.flatMap(studentsOf)), 'uuid')}) order by id for key share
    )
    select id, merged_into from locked where merged_into is not null`;
}

/** The input with merged students replaced by those whose records they were merged into. */
export function withNamesReplaced<Input extends RawInput>(
  input: Input,
  merged: readonly MergedStudent[],
): Input {
  return merged.reduce((one, { id, merged_into }) => renamed(one, id, merged_into), input);
}

/** Both, for a call without an idempotency key. */
export async function withoutMergedNames<Input extends RawInput>(
  tx: Transaction,
  input: Input,
): Promise<Input> {
  if (studentsOf(input).length === 0) return input;
  return withNamesReplaced(input, await jsonRows<MergedStudent>(tx, mergedStudents([input])));
}

function studentsOf({ body }: RawInput): string[] {
  const { student, student_ids } = namingOf(body);
  return [student, ...(Array.isArray(student_ids) ? student_ids : [])].filter(isId);
}

function renamed<Input extends RawInput>(input: Input, from: string, into: string): Input {
  const { student, student_ids } = namingOf(input.body);
  if (student === from) {
    const params = namedParams(input.params);
    return {
      ...input,
      body: { ...(input.body as object), student: into },
      params: params.id === from ? { ...params, id: into } : input.params,
    };
  }
  if (!Array.isArray(student_ids) || !student_ids.includes(from)) return input;
  const ids = withStudentReplaced(student_ids as string[], from, into);
  return { ...input, body: { ...(input.body as object), student_ids: ids } };
}

function namingOf(body: unknown): Naming {
  return typeof body === 'object' && body !== null ? body : {};
}

function namedParams(params: unknown): { id?: unknown } {
  return typeof params === 'object' && params !== null ? params : {};
}

function isId(value: unknown): value is string {
  return uuid.safeParse(value).success;
}
