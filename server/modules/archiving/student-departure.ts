import { sql } from 'drizzle-orm';
import type { CalendarOccurrence } from '#contract/calendar.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { StudentFile } from '#contract/student.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import type { Transaction } from '#server/db/database.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { keptRows, storedRow } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { deleteWithReach } from '#server/modules/calendar/scoped-edits.ts';
import { countOpenNotes } from '#server/modules/soap/queries.ts';
import { followStudentServices, refreshPeopleOf } from '#server/modules/students/assignments.ts';
import { recordsOf, studentInReach } from '#server/modules/students/file-rows.ts';
import { updateStudent } from '#server/modules/students/operations.ts';
import type { Call } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';

type OpenOfStudent = ReplyOf<Endpoints['student.read-open']>;

/** A series ends with its fiscal year, so nothing is planned later. */
const PLANNED_DAYS = 400;

/** What is planned for a student after a day, with any provider. */
export async function plannedAfter(
  tx: Transaction,
  student: string,
  day: string,
): Promise<CalendarOccurrence[]> {
  const range = { start: dayPlus(day, 1), end: dayPlus(day, PLANNED_DAYS) };
  const found = await occurrencesWithin(tx, sql`e.student = ${student}`, range);
  return found.filter((event) => event.student === student && event.event_start_date > day);
}

/** What archiving a student ends, for the question before. */
export async function openOfStudent(call: Call, id: string): Promise<OpenOfStudent> {
  const { tx, context } = call;
  await studentInReach(call, id);
  const today = pacificDay(context.now);
  const services = await jsonRows<OpenOfStudent['services'][number]>(
    tx,
    sql`select s.name as service_name,
        (select p.provider_first || ' ' || p.provider_last from providers p where p.id = a.provider) as provider_name
      from assigned_services a join services s on s.id = a.service
      where a.student = ${id} and a.deleted_at is null and (a.end_date is null or a.end_date > ${today}::date)
      order by s.name, a.id`,
  );
  const takingPlace = (await plannedAfter(tx, id, today)).filter(({ skipped }) => skipped === null);
  const events = new Map<string, number>();
  for (const { provider } of takingPlace) events.set(provider, (events.get(provider) ?? 0) + 1);
  const names = await jsonRows<{ id: string; provider_name: string }>(
    tx,
    sql`select id, provider_first || ' ' || provider_last as provider_name from providers
      where id = any(${arrayParam(events.keys(), 'uuid')}) order by provider_last, provider_first, id`,
  );
  const ofStudent = sql`student_ids @> ${arrayParam([id], 'uuid')} and deleted_at is null`;
  return {
    services,
    planned: names.map(({ id: one, provider_name }) => ({ provider_name, events: events.get(one) ?? 0 })),
    unsigned_notes: await countOpenNotes(tx, ofStudent, sql`st.student = ${id}::uuid`),
  };
}

/**
 * Archives a student: services end today, what is planned after today is removed from calendars, and providers
 * no longer see the file. Nothing of the past changes. Restoring brings the file back, without services and
 * plans.
 */
export async function setArchived(call: Call, id: string, archived: boolean): Promise<StudentFile> {
  const { providers, services, archived: was } = await studentInReach(call, id);
  const file = await updateStudent(call, id, { archived });
  if (was === archived) return file;
  const step = call.withContext({ base_version: null });
  if (archived) {
    await endPlans(step, id, pacificDay(call.context.now), () => true);
    await endServices(step, id);
  }
  // Records merged into this one go with it.
  await placeStudents(step.tx, [id]);
  // Read under the student's lock: a provider who was assigned meanwhile loses the file too.
  const now = await studentInReach(step, id);
  await refreshPeopleOf(step.tx, [...providers, ...services, ...now.providers, ...now.services]);
  return file;
}

/** Removes what is planned for a student after a day, as far as it is meant. */
export async function endPlans(
  call: Call,
  student: string,
  day: string,
  isMeant: (event: CalendarOccurrence) => boolean,
): Promise<void> {
  const planned = async () => (await plannedAfter(call.tx, student, day)).filter(isMeant);
  const endedFrom = new Map<string, string>();
  for (const { original_id, original_date } of await planned()) {
    if (original_id === null || original_date === null || original_date <= day) continue;
    const known = endedFrom.get(original_id);
    if (known === undefined || original_date < known) endedFrom.set(original_id, original_date);
  }
  for (const [series, date] of endedFrom) await deleteWithReach(call, series, { scope: 'following', date });
  // Single events, and earlier occurrences that were moved to a later day.
  for (const { id } of await planned()) {
    await deleteWithReach(call, id, { scope: 'this' });
  }
}

/** The last day of an active service is today; one that has not begun is deleted. */
async function endServices(call: Call, id: string): Promise<void> {
  const today = pacificDay(call.context.now);
  const rows = await keptRows(
    call.tx,
    'student_service',
    sql`student = ${id} and (end_date is null or end_date > ${today}::date) order by id`,
  );
  for (const { id: row } of rows) {
    const before = await storedRow(call.tx, 'student_service', row);
    if (before === null || before.deleted_at !== null) continue;
    const records = recordsOf('student_service', { id });
    if (before.start_date > today) await call.remove(records, before);
    else await call.change(records, before, { ...wireRow(before), end_date: today });
  }
  await followStudentServices(call.tx, [id], today);
}
