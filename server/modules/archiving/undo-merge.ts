import { eq, type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { MovedEntity } from '#contract/student-merge.ts';
import { fieldsToRestore } from '#domain/students/student-merge.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { placeClientsOf, placeStudents } from '#server/db/directory-places.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { type MovedRow, student_merges } from '#server/db/schema/student-merges.ts';
import { refreshPeopleOf } from '#server/modules/students/assignments.ts';
import { studentRecords } from '#server/modules/students/operations.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { keptMerges, undoRefusal } from './merge-queries.ts';
import { changeFile, lockedFiles, pointTo, wholeOf } from './merge-students.ts';
import { moveRecords, nameBothAgain } from './moved-records.ts';
import { followAssigned, partLinks, peopleOf } from './student-links.ts';

/**
 * Undoes a merge: what it moved goes back as it is now, with what belongs to it since (the note of a session, the
 * entries of a note, the changed dates of a series). Other new records and fields that were edited since stay.
 */
export async function undoMerge(call: Call, id: string): Promise<void> {
  const { tx, context, actor } = call;
  const [found] = await keptMerges(tx, sql`m.id = ${id}`);
  if (found === undefined) throw new ApiError('record.absent');
  const [stays, merged] = await lockedFiles(call, [found.stays, found.merged]);
  const [merge] = await keptMerges(tx, sql`m.id = ${id}`);
  if (merge === undefined || stays === undefined || merged === undefined) throw new ApiError('record.absent');
  const refusal = undoRefusal(merge, pacificDay(context.now));
  if (refusal !== null) refuseProblems({ merge: refusal });
  const { record, moved } = merge;

  const into = { id: merge.merged, archived: record.was_archived };
  await moveRecords(call, {
    from: merge.stays,
    into,
    which: (entity) => goesBack(entity, moved, merge.merged),
    primaries: new Set(moved.filter(({ was_primary }) => was_primary).map(({ id }) => id)),
  });
  await nameBothAgain(call, merge, moved);
  const { restored } = fieldsToRestore(record.replaced, wholeOf(stays));
  await changeFile(call, stays, restored, { verb: 'undo-merge', details: { student: merge.merged } });
  await call.change(
    studentRecords,
    merged.student,
    {
      ...wireRow(merged.student),
      // The merge kept the day of a record that was archived before.
      ...{
        archived: record.was_archived,
        archived_on: record.was_archived ? merged.student.archived_on : null,
      },
      merged_into: null,
    },
    { verb: 'undo-merge', details: { student: merge.stays } },
  );
  for (const pointer of record.pointers) await pointTo(call, pointer, merge.merged);
  await partLinks(tx, merge, record.links);
  await followAssigned(call, [merge.stays, merge.merged]);
  await placeStudents(tx, [merge.stays, merge.merged]);
  await placeClientsOf(tx, [merge.stays, merge.merged]);
  await refreshPeopleOf(tx, [
    ...peopleOf(record.links),
    ...stays.student.services,
    ...stays.student.providers,
  ]);
  await tx
    .update(student_merges)
    .set({ undone_at: context.now, undone_by: actor.user_id })
    .where(eq(student_merges.id, id));
}

/** Which records of the student who stayed go back. Sessions and notes have already been moved for what follows. */
function goesBack(entity: MovedEntity, moved: readonly MovedRow[], merged: string): SQL {
  const idsOf = (one: MovedEntity) =>
    arrayParam(
      moved.filter((row) => row.entity === one && row.named_both !== true).map(({ id }) => id),
      'uuid',
    );
  const isMoved = sql`id = any(${idsOf(entity)})`;
  const ofTheirNote = sql`soap_note in (select n.id from soap_notes n where n.student = ${merged})`;
  switch (entity) {
    case 'soap_note':
      return sql`${isMoved} or session = any(${idsOf('session')})`;
    case 'goal_entry':
    case 'attachment':
      return sql`${isMoved} or ${ofTheirNote}`;
    case 'calendar_event':
      return sql`${isMoved} or original_id = any(${idsOf('calendar_event')})`;
    default:
      return isMoved;
  }
}
