import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { StudentFile } from '#contract/student.ts';
import { type MergePreview, MOVED_ENTITIES, type MovedEntity } from '#contract/student-merge.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { studentFile } from '#server/modules/students/queries.ts';
import type { Call } from '#server/records/call.ts';
import { isFreeRate, ofStudent, recordsOfStudent } from './moved-records.ts';

/** What merging two records would do. */
export async function previewMerge(
  call: Call,
  { stays, merged }: { stays: string; merged: string },
): Promise<MergePreview> {
  const { tx, actor } = call;
  if (stays === merged)
    throw new ApiError('request.invalid', { fields: { merged: 'Choose another student.' } });
  const files = { stays: await studentFile(tx, actor, stays), merged: await studentFile(tx, actor, merged) };
  const records = await recordsOfStudent(tx, merged);
  const [facts] = await jsonRows<
    Pick<MergePreview, 'series' | 'sessions_of_both' | 'services_of_both'> & { free_rates: string[] }
  >(
    tx,
    sql`select
      (select count(*)::int from calendar_events
        where ${ofStudent('calendar_event', merged)} and recurring and original_id is null) as series,
      (select count(*)::int from sessions
        where deleted_at is null and student_ids @> ${arrayParam([stays, merged], 'uuid')}) as sessions_of_both,
      array(select id from rates where ${ofStudent('rate', merged)} and ${isFreeRate(stays)}) as free_rates,
      array(select distinct s.name from assigned_services a
        join assigned_services b on b.service = a.service and b.student = ${stays} and b.deleted_at is null
          and a.start_date <= coalesce(b.end_date, 'infinity') and b.start_date <= coalesce(a.end_date, 'infinity')
        join services s on s.id = a.service
        where a.student = ${merged} and a.deleted_at is null order by 1) as services_of_both`,
  );
  const { free_rates = [], ...known } = facts ?? { series: 0, sessions_of_both: 0, services_of_both: [] };
  return {
    ...files,
    moves: counted(records.filter(({ entity, id }) => entity !== 'rate' || free_rates.includes(id))),
    ...known,
    rates_left: records.filter(({ entity }) => entity === 'rate').length - free_rates.length,
    refusals: await mergeRefusals(tx, files),
  };
}

/** How many there are of each kind, in the order of the kinds. */
export function counted(
  records: readonly { entity: MovedEntity }[],
): { entity: MovedEntity; rows: number }[] {
  return MOVED_ENTITIES.map((entity) => ({
    entity,
    rows: records.filter((one) => one.entity === entity).length,
  })).filter(({ rows }) => rows > 0);
}

type Side = Pick<StudentFile, 'id' | 'archived' | 'merged_into'>;

/** Why two records can't be merged, in words for people; empty if they can. */
export async function mergeRefusals(
  tx: Transaction,
  { stays, merged }: { stays: Side; merged: Side },
): Promise<string[]> {
  const refusals: string[] = [];
  if (stays.merged_into != null || merged.merged_into != null) {
    refusals.push('One of these records was already merged into another one.');
  }
  if (stays.archived && !merged.archived) {
    refusals.push("An active record can't be merged into an archived one. Keep the active record instead.");
  }
  const noted = await jsonRows<{ note_date: string }>(
    tx,
    sql`select distinct a.note_date from soap_notes a join soap_notes b on b.session = a.session
      where a.student = ${merged.id} and a.deleted_at is null and b.student = ${stays.id} and b.deleted_at is null
      order by 1 limit 3`,
  );
  if (noted.length > 0) {
    const days = noted.map(({ note_date }) => displayDay(note_date)).join(', ');
    refusals.push(
      `Both records have a SOAP note for the same session (${days}). A session can have one note per student, so discard one of them first.`,
    );
  }
  return refusals;
}
