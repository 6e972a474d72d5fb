import type { RecordName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { Kept, Stored } from '#server/db/entity-rows.ts';
import type { ChangedRecord, RecordedWrite } from '#server/db/schema/bulk-changes.ts';
import { setArchived } from '#server/modules/archiving/student-departure.ts';
import { eventRecords } from '#server/modules/calendar/queries.ts';
import { updateClient } from '#server/modules/clients/operations.ts';
import {
  deactivateProvider,
  reactivateProvider,
  updateProvider,
} from '#server/modules/providers/operations.ts';
import { recordsOf } from '#server/modules/students/file-rows.ts';
import { accountRecords, studentRecords, updateStudent } from '#server/modules/students/operations.ts';
import type { Call, Records } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';

/** Rows by entity and ID: read at once, and kept as they are while they are taken back. */
export type RowsNow = Map<string, Record<string, unknown> & Kept>;

export function rowKey({ entity, id }: Pick<RecordedWrite, 'entity' | 'id'>): string {
  return `${entity} ${id}`;
}

/** Takes back what a step wrote about one record, in reverse order. @param rows all that it wrote, as they are now */
export async function takeBack(call: Call, { writes }: ChangedRecord, rows: RowsNow): Promise<void> {
  for (const write of writes.toReversed()) await takeBackRow(call, write, rows);
}

async function takeBackRow(call: Call, write: RecordedWrite, rows: RowsNow): Promise<void> {
  const { entity, id } = write;
  const former = formerFields(write);
  switch (entity) {
    case 'student_service': {
      const row = rowIn(rows, 'student_service', id);
      const student = rowIn(rows, 'student', row.student);
      return restore(call, recordsOf('student_service', student), row, write, rows);
    }
    case 'calendar_event':
      return restore(call, eventRecords, rowIn(rows, 'calendar_event', id), write, rows);
    case 'student': {
      const { archived, archived_on: _, ...fields } = former;
      if (typeof archived === 'boolean') await setArchived(call, id, archived);
      if (Object.keys(fields).length === 0) return;
      if (typeof fields.grade !== 'string' || Object.keys(fields).length > 1) {
        await updateStudent(call, id, fields);
        return;
      }
      return restoreGrade(call, rows, id, fields.grade);
    }
    case 'provider':
      if (typeof former.archived === 'boolean') {
        await (former.archived ? deactivateProvider(call, id) : reactivateProvider(call, id));
      }
      if (Array.isArray(former.supervisors)) {
        await updateProvider(call, id, { supervisors: former.supervisors as string[] });
      }
      return;
    case 'client':
      await updateClient(call, id, former as { active?: 0 | 1 });
      return;
    default:
      // What the office keeps of a record follows the record.
      return;
  }
}

function rowIn<Name extends RecordName>(rows: RowsNow, entity: Name, id: string): Stored<Name> {
  const row = rows.get(rowKey({ entity, id }));
  if (row === undefined) throw new ApiError('record.absent');
  return row as unknown as Stored<Name>;
}

/** A grade alone needs no checks: hundreds of them go back at once. */
async function restoreGrade(call: Call, rows: RowsNow, id: string, grade: string): Promise<void> {
  const [student, account] = [rowIn(rows, 'student', id), rowIn(rows, 'student_account', id)];
  const before = await call.change(studentRecords, student, { ...wireRow(student), grade });
  rows.set(rowKey({ entity: 'student', id }), { ...before, deleted_at: null });
  // People edit a student against the version of what the office keeps.
  const kept = await call.change(accountRecords, account, wireRow(account));
  rows.set(rowKey({ entity: 'student_account', id }), { ...kept, deleted_at: null });
}

async function restore<Name extends 'student_service' | 'calendar_event'>(
  call: Call,
  records: Records<Omit<Stored<Name>, 'deleted_at'>>,
  row: Stored<Name>,
  write: RecordedWrite,
  rows: RowsNow,
): Promise<void> {
  const { before, after } = write;
  if (before === null) return call.remove(records, row);
  const { version: _, deleted_at: __, ...fields } = before;
  const former = { ...wireRow(row), ...(fields as Partial<Stored<Name>>) };
  const now =
    after === null ? await call.recreate(records, row, former) : await call.change(records, row, former);
  rows.set(rowKey(write), { ...now, deleted_at: null });
}

/** The fields that the step changed, as they were before it. */
function formerFields({ before, after }: RecordedWrite): Record<string, unknown> {
  if (before === null || after === null) return {};
  return Object.fromEntries(Object.keys(after).map((field) => [field, before[field] ?? null]));
}
