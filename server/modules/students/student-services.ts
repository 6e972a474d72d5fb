import { sql } from 'drizzle-orm';
import type { Provider, Service } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import type { StudentService, StudentServiceBody, StudentServiceChanges } from '#contract/student-service.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { deliveryProblem } from '#domain/providers/provider-rules.ts';
import { ARCHIVED_STUDENT, goesOnAfter, studentServiceProblems } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { fieldsOf, keptRows, loadRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { providerInReach, refuseUnknownService } from '#server/modules/catalog/queries.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { followStudentServices, inForce } from './assignments.ts';
import { changeableRow, recordsOf, studentInReach } from './file-rows.ts';
import { visibleStudents } from './queries.ts';

export async function listStudentServices(call: Call, student: string): Promise<StudentService[]> {
  await studentInReach(call, student);
  return keptRows(call.tx, 'student_service', sql`student = ${student} order by start_date desc, id`);
}

/** Assigns a service. Its provider sees the student from its first day on. */
export async function createStudentService(
  call: Call,
  studentId: string,
  body: StudentServiceBody,
): Promise<StudentService> {
  const student = await studentInReach(call, studentId);
  await refuseArchived(call, studentId, body);
  const provider_name = await deliveringProvider(call, body, null);
  const row: StudentService = { ...body, provider_name, student: studentId, version: 1 };
  await call.create(recordsOf('student_service', student), row);
  await followStudentServices(call.tx, [studentId], pacificDay(call.context.now));
  await ringAssignment(call, null, row);
  return row;
}

export async function updateStudentService(
  call: Call,
  id: string,
  changes: StudentServiceChanges,
): Promise<StudentService> {
  const { before, student } = await changeableRow(call, 'student_service', id);
  const next = withTouched(before, changes);
  await refuseArchived(call, student.id, next);
  next.provider_name = await deliveringProvider(call, next, before);
  const row = await call.change(recordsOf('student_service', student), before, wireRow(next));
  await followStudentServices(call.tx, [student.id], pacificDay(call.context.now));
  await ringAssignment(call, before, row);
  return row;
}

export async function deleteStudentService(call: Call, id: string): Promise<void> {
  const { before, student } = await changeableRow(call, 'student_service', id);
  await call.remove(recordsOf('student_service', student), before);
  await followStudentServices(call.tx, [student.id], pacificDay(call.context.now));
  await ringAssignment(call, before, null);
}

/**
 * Refuses a service that goes on for an archived student. The student stays locked: someone who archives at the same time ends
 * this service too, or is seen here.
 */
async function refuseArchived(
  { tx, context }: Call,
  student: string,
  { end_date }: Pick<StudentService, 'end_date'>,
): Promise<void> {
  const { rows } = await tx.execute<{ archived: boolean; is_merged: boolean }>(
    sql`select archived, merged_into is not null as is_merged from students where id = ${student} for update`,
  );
  if (rows[0]?.is_merged === true) throw new ApiError('student.merged');
  if (rows[0]?.archived === true && goesOnAfter(end_date, pacificDay(context.now))) {
    refuseProblems({ service: ARCHIVED_STUDENT });
  }
}

/** Rings the bell of the provider who is assigned now, and of the one who isn't any more. */
async function ringAssignment(
  call: Call,
  before: StudentService | null,
  after: StudentService | null,
): Promise<void> {
  const [from, to] = [before?.provider ?? null, after?.provider ?? null];
  if (from === to) return;
  const today = pacificDay(call.context.now);
  const provider_name = call.actor.name;
  if (from !== null) {
    await ringBell(call, { event: 'student-unassigned', receiver: from, day: today, provider_name });
  }
  if (to === null || after === null) return;
  const day = after.start_date > today ? after.start_date : today;
  await ringBell(call, { event: 'student-assigned', receiver: to, day, provider_name });
}

/**
 * Requires an existing service and, if given, an active provider who delivers it. A provider who was deactivated since may
 * stay: the service can then still be ended.
 * @param before null for a new one
 * @returns the provider's name; empty if none is assigned
 */
async function deliveringProvider(
  { tx }: Call,
  row: StudentServiceBody,
  before: Pick<StudentService, 'service' | 'provider'> | null,
): Promise<string | null> {
  refuseProblems(studentServiceProblems(row));
  await refuseUnknownService(tx, row.service);
  if (row.provider === null) return null;
  const [provider] = await loadRows(tx, 'provider', [row.provider]);
  const isKept = before?.provider === row.provider && before.service === row.service;
  const problem = isKept ? null : deliveryProblem(provider, row.service);
  if (problem !== null) refuseProblems({ provider: problem });
  return provider === undefined ? null : providerName(provider);
}

/** A student's services today, with the names of service and provider. */
export async function servicesInForce(call: Call, student: string) {
  await studentInReach(call, student);
  return jsonRows<
    StudentService & { service_name: string } & Pick<Provider, 'provider_first' | 'provider_last'>
  >(
    call.tx,
    sql`select ${fieldsOf('student_service', 'a')}, s.name as service_name,
        coalesce(p.provider_first, '') as provider_first, coalesce(p.provider_last, '') as provider_last
      from assigned_services a join services s on s.id = a.service left join providers p on p.id = a.provider
      where a.student = ${student} and ${inForce(pacificDay(call.context.now))} order by s.name, a.id`,
  );
}

/** What a provider delivers today, to students the caller may see. */
export async function servicesOfProvider(call: Call, provider: string): Promise<StudentService[]> {
  const { tx, actor, context } = call;
  if (!(await providerInReach(tx, actor, provider))) throw new ApiError('record.absent');
  const rows = await jsonRows<StudentService>(
    tx,
    sql`select ${fieldsOf('student_service', 'a')} from assigned_services a
      where a.provider = ${provider} and ${inForce(pacificDay(context.now))} order by a.student, a.id`,
  );
  const students = await visibleStudents(
    tx,
    actor,
    rows.map(({ student }) => student),
  );
  const seen = new Set(students.map(({ id }) => id));
  return rows.filter(({ student }) => seen.has(student));
}

/** The student's billable services today, by name. */
export async function billableServices(call: Call, student: string): Promise<Service[]> {
  await studentInReach(call, student);
  return jsonRows(
    call.tx,
    sql`select ${fieldsOf('service', 's')} from services s where s.is_billable and s.id in (
        select a.service from assigned_services a
        where a.student = ${student} and ${inForce(pacificDay(call.context.now))})
      order by s.name, s.id`,
  );
}
