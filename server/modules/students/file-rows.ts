import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { EntityName } from '#contract/entity-name.ts';
import { Refusal } from '#contract/errors.ts';
import type { Student } from '#contract/student.ts';
import { scopesOfStudentFile } from '#domain/access/scopes.ts';
import { audit } from '#server/db/audit.ts';
import { recordChange, recordDeletion } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { overwrite, refuseOutdated, wireRow } from '#server/modules/changing-rows.ts';
import type { CallFacts, SignedInActor } from '#server/plugins/call.ts';
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

/** Who calls, within the transaction of the call. */
export interface FileCaller {
  tx: Transaction;
  actor: SignedInActor;
  facts: CallFacts;
}

/** The student, or `record.absent` for one whom the caller may not see and one who does not exist alike. */
export async function studentInReach({ tx, actor }: Omit<FileCaller, 'facts'>, id: string): Promise<Student> {
  const [student] = await visibleStudents(tx, actor, [id]);
  if (student === undefined) throw new Refusal('record.absent');
  return student;
}

/** The kept rows of a student, in an order that is SQL of this code; the reading is written down. */
export async function listFileRows<Row extends FileRow>(
  caller: FileCaller,
  { entity, name, fields }: FileTable<Row>,
  student: string,
  order: string,
): Promise<Row[]> {
  const { tx, actor, facts } = caller;
  await studentInReach(caller, student);
  const read = { user_id: actor.user_id, action: `${entity}.list`, entity: 'student', row_id: student };
  await audit(tx, facts, read);
  return jsonRows<Row>(
    tx,
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
  caller: FileCaller,
  table: FileTable<Row>,
  id: string,
): Promise<{ before: Stored<Row>; student: Student }> {
  const before = await storedRow(caller.tx, table, id);
  if (before === null) throw new Refusal('record.absent');
  const student = await studentInReach(caller, before.student);
  refuseOutdated(before, caller.facts.base_version);
  return { before, student };
}

/** Stores a new row under the id that the device made. */
export async function addRow<Row extends FileRow>(
  caller: FileCaller,
  { entity, table }: FileTable<Row>,
  row: Row,
  student: Student,
): Promise<Row> {
  const { tx } = caller;
  const added = await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id });
  if (added.length === 0) throw new Refusal('record.exists');
  await recordChange(tx, entity, row.id, scopesOf(student));
  await auditRow(caller, entity, 'create', row);
  return row;
}

/** Stores a changed row upon the version that was read. */
export async function changeRow<Row extends FileRow>(
  caller: FileCaller,
  table: FileTable<Row>,
  before: Stored<Row>,
  next: Stored<Row>,
  student: Student,
): Promise<Row> {
  const { tx } = caller;
  const row = wireRow({ ...next, version: before.version + 1 });
  await overwrite(tx, table.table, before, row as PgUpdateSetSource<typeof table.table>, (now, id) =>
    storedRow(now, table, id),
  );
  await recordChange(tx, table.entity, before.id, scopesOf(student));
  const fields = Object.keys(row).filter((name) => isTouched(name, before, next));
  await auditRow(caller, table.entity, 'update', row as unknown as Row, fields);
  return row as unknown as Row;
}

/** Takes a row out of sight; it stays for the audit. */
export async function removeRow<Row extends FileRow>(
  caller: FileCaller,
  table: FileTable<Row>,
  before: Stored<Row>,
): Promise<void> {
  const { tx, facts } = caller;
  const gone = { deleted_at: facts.now, version: before.version + 1 };
  await overwrite(tx, table.table, before, gone as PgUpdateSetSource<typeof table.table>, (now, id) =>
    storedRow(now, table, id),
  );
  await recordDeletion(tx, table.entity, before.id);
  await auditRow(caller, table.entity, 'delete', { ...before, version: gone.version });
}

function scopesOf({ id, archived }: Student) {
  return scopesOfStudentFile({ student: id, archived });
}

function isTouched(name: string, before: object, next: object): boolean {
  const [one, other] = [before, next].map((row) => JSON.stringify((row as Record<string, unknown>)[name]));
  return one !== other;
}

function auditRow(
  { tx, actor, facts }: FileCaller,
  entity: EntityName,
  verb: 'create' | 'update' | 'delete',
  row: FileRow,
  fields?: readonly string[],
): Promise<void> {
  return audit(tx, facts, {
    user_id: actor.user_id,
    action: `${entity}.${verb}`,
    entity,
    row_id: row.id,
    row_version: row.version,
    details: { student: row.student, ...(fields === undefined ? {} : { fields }) },
  });
}

/** Whether a creation's address and body name the same student. */
export function refuseOtherStudent(params: { id: string }, body: { student: string }): void {
  if (params.id !== body.student) {
    throw new Refusal('request.invalid', {
      fields: { student: 'The address and the body name different students.' },
    });
  }
}
