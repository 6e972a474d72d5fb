import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { MovedEntity, StudentMerge } from '#contract/student-merge.ts';
import { fieldsToRestore, lastUndoDay, MERGE_FIELDS } from '#domain/students/student-merge.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import type { MergeRecord, MovedRow } from '#server/db/schema/student-merges.ts';
import { studentInReach } from '#server/modules/students/file-rows.ts';
import { studentFile } from '#server/modules/students/queries.ts';
import type { Call } from '#server/records/call.ts';
import { counted } from './merge-preview.ts';
import { recordsOfStudent } from './moved-records.ts';

/** A merge as stored, with the names of both students. */
export interface KeptMerge {
  id: string;
  stays: string;
  stays_name: string;
  merged: string;
  merged_name: string;
  /** Whom the archived record points to now; null once the merge was undone. */
  points_to: string | null;
  merged_at: string;
  merged_by_name: string | null;
  undone_at: string | null;
  moved: MovedRow[];
  record: MergeRecord;
}

/** The merges of a student, newest first. */
export async function mergesOfStudent(call: Call, student: string): Promise<StudentMerge[]> {
  await studentInReach(call, student);
  const merges = await keptMerges(call.tx, sql`m.stays = ${student} or m.merged = ${student}`);
  const told: StudentMerge[] = [];
  for (const merge of merges) told.push(await toldMerge(call, merge));
  return told;
}

/** One merge, or `record.absent`. */
export async function storedMerge(call: Call, id: string): Promise<StudentMerge> {
  const [merge] = await keptMerges(call.tx, sql`m.id = ${id}`);
  if (merge === undefined) throw new ApiError('record.absent');
  return toldMerge(call, merge);
}

export function keptMerges(tx: Transaction, where: SQL): Promise<KeptMerge[]> {
  return jsonRows(
    tx,
    sql`select m.id, m.stays, m.merged, m.moved, m.record, b.merged_into as points_to,
        a.first_name || ' ' || a.last_name as stays_name, b.first_name || ' ' || b.last_name as merged_name,
        ${sql.raw(isoInstant('merged_at', 'm'))}, ${sql.raw(isoInstant('undone_at', 'm'))},
        ${sql.raw(personNameOf('m.merged_by'))} as merged_by_name
      from student_merges m join students a on a.id = m.stays join students b on b.id = m.merged
      where ${where} order by m.merged_at desc, m.id`,
  );
}

/** Why a merge can't be undone, in words for people; null if it can. */
export function undoRefusal(merge: KeptMerge, today: string): string | null {
  if (merge.undone_at !== null) return 'This merge was already undone.';
  if (merge.points_to !== merge.stays) {
    return `${merge.stays_name} was merged into another record since. Undo that merge first.`;
  }
  return today > lastUndoDay(pacificDay(merge.merged_at)) ? 'The 30 days to undo this merge are over.' : null;
}

async function toldMerge(call: Call, merge: KeptMerge): Promise<StudentMerge> {
  const { id, stays, merged, moved, merged_at, merged_by_name, undone_at } = merge;
  return {
    id,
    stays: { id: stays, name: merge.stays_name },
    merged: { id: merged, name: merge.merged_name },
    merged_at,
    merged_by_name,
    undone_at,
    undo_until: lastUndoDay(pacificDay(merged_at)),
    moves: counted(moved),
    since: undoRefusal(merge, pacificDay(call.context.now)) === null ? await changedSince(call, merge) : null,
  };
}

async function changedSince(call: Call, merge: KeptMerge): Promise<NonNullable<StudentMerge['since']>> {
  const now = await recordsOfStudent(call.tx, merge.stays);
  const nameOf = ({ entity, id }: { entity: MovedEntity; id: string }) => `${entity} ${id}`;
  const versions = new Map(now.map((row) => [nameOf(row), row.version]));
  const known = new Set(merge.moved.map(nameOf));
  for (const [entity, ids] of Object.entries(merge.record.had) as [MovedEntity, string[]][]) {
    for (const id of ids) known.add(nameOf({ entity, id }));
  }
  const current = await studentFile(call.tx, call.actor, merge.stays);
  const { kept } = fieldsToRestore(merge.record.replaced, current);
  return {
    changed: counted(merge.moved.filter((row) => versions.get(nameOf(row)) !== row.version)),
    added: counted(now.filter((row) => !known.has(nameOf(row)))),
    fields: MERGE_FIELDS.filter((field) => kept.includes(field)),
  };
}
