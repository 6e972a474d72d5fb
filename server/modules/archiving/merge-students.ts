import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { MergeBody } from '#contract/student-merge.ts';
import { takenValues } from '#domain/students/student-merge.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { student_account } from '#entities/student-account.ts';
import type { Transaction } from '#server/db/database.ts';
import { placeClientsOf, placeStudents } from '#server/db/directory-places.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { type MergeRecord, student_merges } from '#server/db/schema/student-merges.ts';
import { refreshPeopleOf } from '#server/modules/students/assignments.ts';
import { studentInReach } from '#server/modules/students/file-rows.ts';
import { accountRecords, archivedOn, studentRecords } from '#server/modules/students/operations.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { mergeRefusals } from './merge-preview.ts';
import { isFreeRate, moveRecords, recordsOfStudent } from './moved-records.ts';
import { followAssigned, joinLinks, linksOf, peopleOf } from './student-links.ts';

type Known = Stored<'student'>;
type Account = Stored<'student_account'>;

/** The two rows of a student. */
export interface StoredFile {
  student: Known;
  account: Account;
}

/**
 * Merges two records of one child: everything that one has moves to the other, the chosen values are taken over,
 * and the emptied record is archived with a pointer to the one that stays.
 *
 * Both students are locked first. A write that names one of them holds a weaker lock until it commits, so it is
 * either moved here or sees the pointer (`merged-names.ts`).
 * @returns the id of the merge
 */
export async function mergeStudents(call: Call, body: MergeBody): Promise<string> {
  const { tx, context } = call;
  const [one, other] = await lockedFiles(call, [body.stays, body.merged]);
  if (one === undefined || other === undefined) throw new ApiError('record.absent');
  const files = { stays: wholeOf(one), merged: wholeOf(other) };
  if (one.account.version !== body.stays_version || other.account.version !== body.merged_version) {
    throw new ApiError('record.stale', { current: files.stays });
  }
  const [refusal] = await mergeRefusals(tx, files);
  if (refusal !== undefined) refuseProblems({ merged: refusal });

  const into = { id: body.stays, archived: one.student.archived };
  const had = await idsOf(tx, body.stays);
  const moved = await moveRecords(call, {
    from: body.merged,
    into,
    which: (entity) => (entity === 'rate' ? isFreeRate(body.stays) : sql`true`),
  });
  const pointers = await pointOn(call, { from: body.merged, to: body.stays });
  const values = takenValues(files.stays, files.merged, body.fields_of_merged);
  await changeFile(call, one, values, { verb: 'merge', details: { student: body.merged } });
  await call.change(
    studentRecords,
    other.student,
    {
      ...wireRow(other.student),
      ...{ archived: true, archived_on: archivedOn(other.student, true, pacificDay(context.now)) },
      merged_into: body.stays,
    },
    { verb: 'merge', details: { student: body.stays } },
  );
  const links = { stays: linksOf(one.student), merged: linksOf(other.student) };
  await joinLinks(tx, body);
  await followAssigned(call, [body.stays]);
  await placeStudents(tx, [body.stays, body.merged]);
  await placeClientsOf(tx, [body.stays, body.merged]);
  await refreshPeopleOf(tx, peopleOf(links));

  const record: MergeRecord = {
    replaced: Object.fromEntries(
      Object.entries(values).map(([field, after]) => [
        field,
        [files.stays[field as keyof typeof files.stays] ?? null, after],
      ]),
    ),
    was_archived: other.student.archived,
    links,
    had,
    pointers,
  };
  await tx.insert(student_merges).values({
    ...{ id: body.id, stays: body.stays, merged: body.merged, moved, record },
    ...{ merged_at: context.now, merged_by: call.actor.user_id },
  });
  return body.id;
}

/** The stored rows of students, in the order of the ids, locked against changes and new records. */
export async function lockedFiles(call: Call, ids: readonly string[]): Promise<(StoredFile | undefined)[]> {
  const { tx } = call;
  await tx.execute(
    sql`select 1 from students where id = any(${arrayParam(ids, 'uuid')}) order by id for update`,
  );
  const files: (StoredFile | undefined)[] = [];
  for (const id of ids) {
    await studentInReach(call, id);
    const [student, account] = [
      await storedRow(tx, 'student', id),
      await storedRow(tx, 'student_account', id),
    ];
    files.push(student === null || account === null ? undefined : { student, account });
  }
  return files;
}

export function wholeOf({ student, account }: StoredFile) {
  return { ...wireRow(student), ...wireRow(account) };
}

/** Writes fields of a student where they are kept. The version that people edit against always moves on. */
export async function changeFile(
  call: Call,
  { student, account }: StoredFile,
  values: Readonly<Record<string, unknown>>,
  auditNote: Parameters<Call['change']>[3],
): Promise<void> {
  const isKept = (field: string) => Object.hasOwn(student_account.fields, field);
  const entries = Object.entries(values);
  const known = Object.fromEntries(entries.filter(([field]) => !isKept(field)));
  const kept = Object.fromEntries(entries.filter(([field]) => isKept(field)));
  await call.change(studentRecords, student, { ...wireRow(student), ...known }, auditNote);
  await call.change(accountRecords, account, { ...wireRow(account), ...kept });
}

/** Records that were merged into one student before follow to another. */
async function pointOn(call: Call, { from, to }: { from: string; to: string }): Promise<string[]> {
  const found = await jsonRows<{ id: string }>(
    call.tx,
    sql`select id from students where merged_into = ${from} order by id`,
  );
  for (const { id } of found) await pointTo(call, id, to);
  return found.map(({ id }) => id);
}

export async function pointTo(call: Call, id: string, to: string): Promise<void> {
  const before = await storedRow(call.tx, 'student', id);
  if (before !== null) await call.change(studentRecords, before, { ...wireRow(before), merged_into: to });
}

async function idsOf(tx: Transaction, student: string): Promise<MergeRecord['had']> {
  const had: MergeRecord['had'] = {};
  for (const { entity, id } of await recordsOfStudent(tx, student)) {
    had[entity] = [...(had[entity] ?? []), id];
  }
  return had;
}
