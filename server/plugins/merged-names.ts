import { type SQL, sql } from 'drizzle-orm';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { MOVED_ENTITIES } from '#contract/student-merge.ts';
import { withStudentReplaced } from '#domain/students/student-merge.ts';
import { uuid } from '#entities/fields.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { MovedRow } from '#server/db/schema/student-merges.ts';
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

/**
 * Adds what a call created about a merged student to what that merge moved: it was meant for the old record, so an undo
 * gives it back. If the student who stayed was merged too, it moved on with that merge.
 */
export async function keepMeant(
  tx: Transaction,
  call: RawInput & { name: EndpointName },
  merged: readonly MergedStudent[],
): Promise<void> {
  const { offline } = endpointNamed(call.name);
  const entity = MOVED_ENTITIES.find((one) => one === offline?.entity);
  const named = studentsOf(call);
  const meant = merged.filter(({ id }) => named.includes(id));
  if (entity === undefined || offline?.effect !== 'create' || meant.length === 0) return;
  const { id } = call.body as { id: string };
  for (const { id: from, merged_into } of meant) {
    const row: MovedRow = {
      ...{ entity, id, version: 1 },
      ...(named.includes(merged_into) && { named_both: true as const }),
    };
    await tx.execute(sql`with recursive chain as (
        select id, stays from student_merges where merged = ${from} and undone_at is null
        union select m.id, m.stays from student_merges m join chain c on m.merged = c.stays where m.undone_at is null
      )
      update student_merges set moved = moved || ${JSON.stringify([row])}::jsonb
      where id in (select id from chain)`);
  }
}

function studentsOf({ body }: Pick<RawInput, 'body'>): string[] {
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
