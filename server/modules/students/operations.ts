import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { Student, StudentBody, StudentFile } from '#contract/student.ts';
import { scopesOfStudent } from '#domain/access/scopes.ts';
import { studentProblems } from '#domain/students/student-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { student_account } from '#entities/student-account.ts';
import { placeClients } from '#server/db/directory-places.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { refreshPeopleOf } from './assignments.ts';
import { studentInReach } from './file-rows.ts';
import { studentFile } from './queries.ts';

type Account = EntityRow<'student_account'>;
type Changes = { [Field in keyof StudentBody]?: StudentBody[Field] | undefined } & { archived?: boolean };

/** What devices know of a student. */
export const studentRecords: Records<Student> = {
  entity: 'student',
  scopes: scopesOfStudent,
  about: () => ({}),
};
export const accountRecords: Records<Account> = {
  entity: 'student_account',
  scopes: () => [],
  about: () => ({}),
};

const NEW = { archived: false, archived_on: null, services: [], providers: [], merged_into: null };

export async function createStudent(call: Call, body: StudentBody): Promise<StudentFile> {
  await refuseInvalid(call, body, null);
  await call.create(studentRecords, { ...body, ...NEW, version: 1 });
  await call.create(accountRecords, { ...body, version: 1 });
  return studentFile(call.tx, call.actor, body.id);
}

/** Saves what the office keeps and, if it changed, what devices know. */
export async function updateStudent(call: Call, id: string, changes: Changes): Promise<StudentFile> {
  const { student, account } = await changeableStudent(call, id);
  const parts = partsOf(changes);
  const touched = withTouched(student, parts.known);
  const known = {
    ...touched,
    archived_on: archivedOn(student, touched.archived, pacificDay(call.context.now)),
  };
  const next = withTouched(account, parts.account);
  await refuseInvalid(call, { ...next, ...known }, student);
  if (JSON.stringify(known) !== JSON.stringify(student)) {
    await call.change(studentRecords, student, wireRow(known));
    const { services, providers } = student;
    // The clients that people see are those of their students.
    if (known.client !== student.client || known.archived !== student.archived) {
      await placeClients(
        call.tx,
        [student.client, known.client].filter((client) => client !== null),
      );
    }
    if (known.client !== student.client) await refreshPeopleOf(call.tx, [...services, ...providers]);
  }
  await call.change(accountRecords, account, wireRow(next));
  return studentFile(call.tx, call.actor, id);
}

/** Since when a student is archived, with this change. */
export function archivedOn(
  before: Pick<Student, 'archived' | 'archived_on'>,
  archived: boolean,
  today: string,
): string | null {
  if (!archived) return null;
  return (before.archived ? before.archived_on : null) ?? today;
}

/** The stored rows of a student, if the person may change them and knows the newest version. */
async function changeableStudent(
  call: Call,
  id: string,
): Promise<{ student: Stored<'student'>; account: Stored<'student_account'> }> {
  const { tx, context } = call;
  await studentInReach(call, id);
  const [student, account] = [await storedRow(tx, 'student', id), await storedRow(tx, 'student_account', id)];
  if (student === null || account === null) throw new ApiError('record.absent');
  if (student.merged_into != null) throw new ApiError('student.merged');
  refuseOutdated(account, context.base_version);
  return { student, account };
}

/** The fields of a student's two rows. */
function partsOf({ id: _, ...fields }: Changes): { known: Partial<Student>; account: Partial<Account> } {
  const isKept = (field: string) => Object.hasOwn(student_account.fields, field);
  const entries = Object.entries(fields);
  return {
    known: Object.fromEntries(entries.filter(([field]) => !isKept(field))),
    account: Object.fromEntries(entries.filter(([field]) => isKept(field))),
  };
}

type Checked = Parameters<typeof studentProblems>[0] & Pick<Student, 'client' | 'location'>;

/** @param before null for a new student; a client or school that it already has may be archived, others may not */
async function refuseInvalid(
  { tx, context }: Call,
  next: Checked,
  before: Pick<Student, 'client' | 'location'> | null,
): Promise<void> {
  refuseProblems(studentProblems(next, pacificDay(context.now)));
  if (next.client !== null && next.client !== before?.client) {
    // Writing the row makes a deletion at the same time wait, and then see the student.
    const { rows } = await tx.execute(
      sql`update clients set version = version
        where id = ${next.client} and active = 1 and deleted_at is null returning id`,
    );
    if (rows.length === 0) refuseProblems({ client: "Choose a client that isn't archived." });
  }
  if (next.location !== null && next.location !== before?.location) {
    const found = await jsonRows(
      tx,
      sql`select id from locations where id = ${next.location} and not archived`,
    );
    if (found.length === 0) refuseProblems({ location: "Choose a school that isn't archived." });
  }
}
