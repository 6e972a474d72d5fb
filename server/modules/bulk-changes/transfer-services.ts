import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Student } from '#contract/student.ts';
import type { StudentService } from '#contract/student-service.ts';
import type { TransferBody } from '#contract/student-transfers.ts';
import { serviceParts } from '#domain/caseloads/handover-dates.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, storedRow, storedRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { endPlans } from '#server/modules/archiving/student-departure.ts';
import { eventRecords } from '#server/modules/calendar/queries.ts';
import { changeSeriesFrom } from '#server/modules/calendar/split-series.ts';
import { recordsOf } from '#server/modules/students/file-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';

type Assigned = StudentService & { service_name: string };

/** The student's assigned services on or after a day, by name. */
export async function servicesFrom(
  tx: Transaction,
  student: string,
  start_date: string,
): Promise<Assigned[]> {
  const rows = await jsonRows<Assigned>(
    tx,
    sql`select ${fieldsOf('student_service', 'a')}, v.name as service_name
      from assigned_services a join services v on v.id = a.service
      where a.student = ${student} and a.deleted_at is null order by v.name, a.start_date, a.id`,
  );
  return rows.filter((row) => serviceParts(row, { start_date, end_date: null }) !== null);
}

/**
 * Ends the student's services before the day of a transfer, or divides those that go on. Planned sessions of those that end
 * are removed; the others take place at the new school.
 * @param planned the last day whose plans stay
 * @returns the providers whose services end
 */
export async function changeServices(
  call: Call,
  student: Student,
  { start_date, continued, location }: TransferBody,
  planned: string,
): Promise<Set<string>> {
  const services = await servicesFrom(call.tx, student.id, start_date);
  if (!continued.every((id) => services.some((row) => row.id === id))) {
    refuseProblems({ continued: 'Some of these services have changed. Check the preview again.' });
  }
  const released = new Set<string>();
  for (const { id, provider } of services) {
    const before = await storedRow(call.tx, 'student_service', id);
    if (before === null || before.deleted_at !== null) continue;
    const goesOn = continued.includes(id);
    if (!goesOn && provider !== null) released.add(provider);
    await changeService(call, student, before, { start_date, goesOn });
  }
  const stays = services.filter(({ id }) => continued.includes(id));
  const isStaying = (event: { service: string | null; provider: string }) =>
    stays.some(({ service, provider }) => service === event.service && provider === event.provider);
  await endPlans(
    call,
    student.id,
    planned,
    (event) =>
      !isStaying(event) &&
      services.some(({ service, provider }) => service === event.service && provider === event.provider),
  );
  if (location !== null && location !== student.location) {
    await moveToSchool(call, student, location, { from: dayPlus(planned, 1), isStaying });
  }
  return released;
}

type StoredService = NonNullable<Awaited<ReturnType<typeof storedRow<'student_service'>>>>;

async function changeService(
  call: Call,
  student: Student,
  before: StoredService,
  { start_date, goesOn }: { start_date: string; goesOn: boolean },
): Promise<void> {
  const records = recordsOf('student_service', student);
  const begins = before.start_date >= start_date;
  if (goesOn && begins) return;
  if (begins) return call.remove(records, before);
  await call.change(records, before, { ...wireRow(before), end_date: dayPlus(start_date, -1) });
  if (goesOn) {
    await call.create(records, {
      ...wireRow(before),
      id: uuidv7(),
      start_date,
      provider_name: null,
      version: 1,
    });
  }
}

/** Planned sessions of services that go on, as far as they are at the former school. */
async function moveToSchool(
  call: Call,
  student: Student,
  location: string,
  {
    from,
    isStaying,
  }: { from: string; isStaying: (event: { service: string | null; provider: string }) => boolean },
): Promise<void> {
  const events = await storedRows(
    call.tx,
    'calendar_event',
    sql`student = ${student.id} and location = ${student.location} and deleted_at is null
      and (recurring or event_start_date >= ${from}::date) order by id`,
  );
  for (const event of events.filter(isStaying)) {
    if (event.recurring) await changeSeriesFrom(call, event.id, from, { location });
    else await call.change(eventRecords, event, { ...wireRow(event), location });
  }
}
