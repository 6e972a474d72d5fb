import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { EntityName } from '#contract/entity-name.ts';
import { Refusal } from '#contract/errors.ts';
import type { Student } from '#contract/student.ts';
import { scopesOfStudentFile } from '#domain/access/scopes.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { aboutStudent, type Call, type Records } from '#server/records/call.ts';
import { refuseOutdated } from '#server/records/changing-rows.ts';
import { visibleStudents } from './queries.ts';

interface FileRow {
  id: string;
  student: string;
  version: number;
}

type Stored<Row> = Row & { deleted_at: string | null };

/** One of the tables of a student's file. */
export interface FileTable<Row extends FileRow> {
  entity: EntityName;
  table: PgTable & { id: PgColumn; version: PgColumn };
  /** The name in SQL, and the fields of the contract's shape. */
  name: string;
  fields: SQL;
  /** Tells `Row`; never there. */
  row?: Row;
}

/** The student, or `record.absent` for one whom the caller may not see and one who does not exist alike. */
export async function studentInReach(
  { tx, actor }: Pick<Call, 'tx' | 'actor'>,
  id: string,
): Promise<Student> {
  const [student] = await visibleStudents(tx, actor, [id]);
  if (student === undefined) throw new Refusal('record.absent');
  return student;
}

/** The kept rows of a student, in an order that is SQL of this code; the reading is written down. */
export async function listFileRows<Row extends FileRow>(
  call: Call,
  { entity, name, fields }: FileTable<Row>,
  student: string,
  order: string,
): Promise<Row[]> {
  await studentInReach(call, student);
  await call.note({ action: `${entity}.list`, entity: 'student', row_id: student });
  return jsonRows<Row>(
    call.tx,
    sql`select ${fields} from ${sql.raw(name)} where student = ${student} and deleted_at is null
      order by ${sql.raw(order)}, id`,
  );
}

async function storedRow<Row extends FileRow>(
  tx: Transaction,
  { name, fields }: FileTable<Row>,
  id: string,
): Promise<Stored<Row> | null> {
  const [row] = await jsonRows<Stored<Row>>(
    tx,
    sql`select ${fields}, ${sql.raw(isoInstant('deleted_at'))} from ${sql.raw(name)} where id = ${id}`,
  );
  return row ?? null;
}

/** The row that a change is about, and its student; to those who may not see the student it does not exist. */
export async function changeableRow<Row extends FileRow>(
  call: Call,
  table: FileTable<Row>,
  id: string,
): Promise<{ before: Stored<Row>; student: Student }> {
  const before = await storedRow(call.tx, table, id);
  if (before === null) throw new Refusal('record.absent');
  const student = await studentInReach(call, before.student);
  refuseOutdated(before, call.facts.base_version);
  return { before, student };
}

/** The rows of one table in the file of a student, seen where the student is. */
export function recordsOf<Row extends FileRow>(
  table: FileTable<Row>,
  { id, archived }: Pick<Student, 'id' | 'archived'>,
): Records<Row> {
  return {
    entity: table.entity,
    table: table.table,
    stored: (tx, row) => storedRow(tx, table, row),
    scopes: () => scopesOfStudentFile({ student: id, archived }),
    about: aboutStudent,
  };
}

/** Whether a creation's address and body name the same student. */
export function refuseOtherStudent(params: { id: string }, body: { student: string }): void {
  if (params.id !== body.student) {
    throw new Refusal('request.invalid', {
      fields: { student: 'The address and the body name different students.' },
    });
  }
}
