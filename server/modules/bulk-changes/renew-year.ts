import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { BulkChange } from '#contract/bulk-changes.ts';
import { ApiError } from '#contract/errors.ts';
import type { RenewalBody, RenewalLine } from '#contract/year-renewals.ts';
import { renewalWindowProblems } from '#domain/students/year-renewal.ts';
import { counted } from '#domain/text/counted.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, displayDay, pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Stored, storedRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { ChangedRecord } from '#server/db/schema/bulk-changes.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { recordsOf } from '#server/modules/students/file-rows.ts';
import { accountRecords, studentRecords } from '#server/modules/students/operations.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { gatheredCall } from '#server/records/gathered-call.ts';
import { recordedCall } from '#server/records/recorded-call.ts';
import { keepChange } from './kept-changes.ts';
import { UNDONE_ENTITIES } from './order-plan.ts';
import { planGrades, planLines, yearStudents } from './renewal-plan.ts';

type Chosen = RenewalBody['lines'][number] & { line: RenewalLine };

/**
 * Renews the chosen services for a year and moves the chosen grades up. Last year's service ends on the day before, where it
 * doesn't end by then anyway.
 */
export async function renewYear(call: Call, body: RenewalBody): Promise<BulkChange> {
  const { start_date, end_date } = body;
  refuseProblems(renewalWindowProblems(body));
  if (body.lines.length + body.grades.length === 0) {
    refuseProblems({ lines: 'Choose at least one service or grade.' });
  }
  const window = { start_date, end_date };
  const ids = await studentsOf(call, body);
  await call.tx.execute(
    sql`select 1 from students where id = any(${arrayParam(ids, 'uuid')}) order by id for update`,
  );
  const students = await yearStudents(call.tx, sql`t.id = any(${arrayParam(ids, 'uuid')})`);
  const chosen = chosenLines(body, await planLines(call.tx, window, students));
  await refuseOtherProviders(call, chosen);
  const grades = new Map(
    (await planGrades(call.tx, window, students, ids)).map((line) => [line.student, line.next_grade]),
  );
  if (body.grades.some((student) => grades.get(student) == null)) {
    refuseProblems({ grades: 'Some of these grades have changed. Check the preview again.' });
  }
  const byStudent = groupedBy(chosen, ({ line }) => line.student);
  const rows = await rowsBefore(call.tx, ids, chosen);
  const records = await gatheredCall(call.withContext({ base_version: null }), async (many) => {
    const written: ChangedRecord[] = [];
    for (const { id } of students) {
      const { step, writes } = recordedCall(many, UNDONE_ENTITIES);
      for (const one of byStudent.get(id) ?? []) await renewService(step, one, rows.services.get(one.id));
      if (body.grades.includes(id)) await moveUp(step, rows, id, grades.get(id) ?? '');
      written.push({ id, writes: writes() });
    }
    return written;
  });
  const today = pacificDay(call.context.now);
  await followStudentServices(call.tx, [...ids].sort(), today);
  await ringNewProviders(call, chosen, { day: start_date > today ? start_date : today, change: body.id });
  const parts = [
    chosen.length > 0 && counted(chosen.length, 'service'),
    body.grades.length > 0 && counted(body.grades.length, 'grade'),
  ].filter((part) => part !== false);
  const about = `${displayDay(start_date)} to ${displayDay(end_date)}: ${parts.join(', ')}`;
  return keepChange(call, { id: body.id, kind: 'renewal', about, start_date, records });
}

/** The students whom the lines and grades are about. */
async function studentsOf({ tx }: Call, { lines, grades }: RenewalBody): Promise<string[]> {
  const rows = await jsonRows<{ student: string }>(
    tx,
    sql`select distinct student from assigned_services where id = any(${arrayParam(
      lines.map(({ id }) => id),
      'uuid',
    )})`,
  );
  return [...new Set([...rows.map(({ student }) => student), ...grades])];
}

function chosenLines(body: RenewalBody, lines: readonly RenewalLine[]): Chosen[] {
  const known = new Map(lines.map((line) => [line.id, line]));
  const chosen = body.lines.flatMap((one): Chosen[] => {
    const line = known.get(one.id);
    return line === undefined || line.is_refused || line.version !== one.version ? [] : [{ ...one, line }];
  });
  if (chosen.length < body.lines.length) {
    refuseProblems({ lines: 'Some of these services have changed. Check the preview again.' });
  }
  return chosen;
}

/** Everyone who is chosen has to be active, and to deliver the service. */
async function refuseOtherProviders({ tx }: Call, chosen: readonly Chosen[]): Promise<void> {
  const people = chosen.flatMap(({ provider }) => provider ?? []);
  const delivered = await jsonRows<{ provider: string; service: string }>(
    tx,
    sql`select d.provider, d.service from provider_services d join providers p on p.id = d.provider
      where not p.archived and p.id = any(${arrayParam(people, 'uuid')})`,
  );
  const can = new Set(delivered.map(({ provider, service }) => `${provider} ${service}`));
  const wrong = chosen.find(
    ({ provider, line }) => provider !== null && !can.has(`${provider} ${line.service}`),
  );
  if (wrong === undefined) return;
  const { student_name, service_name } = wrong.line;
  refuseProblems({ lines: `${student_name}, ${service_name}: choose a provider who delivers this service.` });
}

interface RowsBefore {
  students: ReadonlyMap<string, Stored<'student'>>;
  accounts: ReadonlyMap<string, Stored<'student_account'>>;
  services: ReadonlyMap<string, Stored<'student_service'>>;
}

/** All rows that will change, read at once. */
async function rowsBefore(
  tx: Transaction,
  students: readonly string[],
  chosen: readonly Chosen[],
): Promise<RowsBefore> {
  const among = (ids: readonly string[]) => sql`id = any(${arrayParam(ids, 'uuid')})`;
  const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.id, row]));
  const services = chosen.map(({ id }) => id);
  return {
    students: byId(await storedRows(tx, 'student', among(students))),
    accounts: byId(await storedRows(tx, 'student_account', among(students))),
    services: byId(await storedRows(tx, 'student_service', among(services))),
  };
}

async function renewService(
  call: Call,
  { provider, authorised_minutes, line }: Chosen,
  before: Stored<'student_service'> | undefined,
): Promise<void> {
  if (before === undefined || before.deleted_at !== null) throw new ApiError('record.absent');
  const { start_date, end_date } = line;
  const records = recordsOf('student_service', { id: before.student });
  const last = dayPlus(start_date, -1);
  if (before.end_date === null || before.end_date > last) {
    await call.change(records, before, { ...wireRow(before), end_date: last });
  }
  await call.create(records, {
    ...wireRow(before),
    ...{ id: uuidv7(), provider, provider_name: null, authorised_minutes, start_date, end_date, version: 1 },
  });
}

async function moveUp(call: Call, rows: RowsBefore, id: string, grade: string): Promise<void> {
  const [student, account] = [rows.students.get(id), rows.accounts.get(id)];
  if (student === undefined || account === undefined) throw new ApiError('record.absent');
  await call.change(studentRecords, student, { ...wireRow(student), grade });
  // People edit a student against the version of what the office keeps.
  await call.change(accountRecords, account, wireRow(account));
}

/** Tells everyone who gets students that they didn't have, once. */
async function ringNewProviders(
  call: Call,
  chosen: readonly Chosen[],
  of: { day: string; change: string },
): Promise<void> {
  const fresh = new Set(
    chosen.flatMap(({ provider, line }) => (provider !== null && provider !== line.provider ? provider : [])),
  );
  for (const receiver of fresh) {
    await ringBell(call, { ...of, event: 'student-assigned', receiver, provider_name: call.actor.name });
  }
}
