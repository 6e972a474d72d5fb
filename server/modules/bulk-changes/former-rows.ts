import { ApiError } from '#contract/errors.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import type { ChangedRecord, RecordedWrite } from '#server/db/schema/bulk-changes.ts';
import { setArchived } from '#server/modules/archiving/student-departure.ts';
import { eventRecords } from '#server/modules/calendar/queries.ts';
import { updateClient } from '#server/modules/clients/operations.ts';
import { updateProvider } from '#server/modules/providers/operations.ts';
import { recordsOf } from '#server/modules/students/file-rows.ts';
import { updateStudent } from '#server/modules/students/operations.ts';
import type { Call, Records } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';

/** Takes back what a step wrote about one record, in reverse order. */
export async function takeBack(call: Call, { writes }: ChangedRecord): Promise<void> {
  for (const write of writes.toReversed()) await takeBackRow(call, write);
}

async function takeBackRow(call: Call, write: RecordedWrite): Promise<void> {
  const { entity, id } = write;
  const former = formerFields(write);
  switch (entity) {
    case 'student_service':
      return takeBackService(call, write);
    case 'calendar_event': {
      const row = await storedRow(call.tx, 'calendar_event', id);
      if (row === null) throw new ApiError('record.absent');
      return restore(call, eventRecords, row, write);
    }
    case 'student': {
      const { archived, ...fields } = former;
      if (typeof archived === 'boolean') await setArchived(call, id, archived);
      if (Object.keys(fields).length > 0) await updateStudent(call, id, fields);
      return;
    }
    case 'provider':
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

async function takeBackService(call: Call, write: RecordedWrite): Promise<void> {
  const row = await storedRow(call.tx, 'student_service', write.id);
  const student = row === null ? null : await storedRow(call.tx, 'student', row.student);
  if (row === null || student === null) throw new ApiError('record.absent');
  await restore(call, recordsOf('student_service', student), row, write);
}

async function restore<Name extends 'student_service' | 'calendar_event'>(
  call: Call,
  records: Records<Omit<Stored<Name>, 'deleted_at'>>,
  row: Stored<Name>,
  { before, after }: RecordedWrite,
): Promise<void> {
  if (before === null) return call.remove(records, row);
  const { version: _, deleted_at: __, ...fields } = before;
  const former = { ...wireRow(row), ...(fields as Partial<Stored<Name>>) };
  if (after === null) await call.recreate(records, row, former);
  else await call.change(records, row, former);
}

/** The fields that the step changed, as they were before it. */
function formerFields({ before, after }: RecordedWrite): Record<string, unknown> {
  if (before === null || after === null) return {};
  return Object.fromEntries(Object.keys(after).map((field) => [field, before[field] ?? null]));
}
