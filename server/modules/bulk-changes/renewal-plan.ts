import { type SQL, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { StudentService } from '#contract/student-service.ts';
import type { GradeLine, RenewalLine, RenewalPlan } from '#contract/year-renewals.ts';
import { nextGrade } from '#domain/students/next-grade.ts';
import { type RenewalWindow, renewalLines, renewalWindowProblems } from '#domain/students/year-renewal.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';

type Asked = BodyOf<Endpoints['year-renewal.check']>;

/** A student, as far as a new year depends on it. */
export interface YearStudent {
  id: string;
  name: string;
  grade: string;
  archived: boolean;
}

type Assigned = StudentService & { service_name: string; provider_can: boolean };

/** What renewing would do for chosen students, or for all active students of a client. */
export async function planRenewal(call: Call, asked: Asked): Promise<RenewalPlan> {
  refuseProblems(renewalWindowProblems(asked));
  const window = { start_date: asked.start_date, end_date: asked.end_date };
  const students = await yearStudents(call.tx, whoseStudents(asked));
  const ids = students.map(({ id }) => id);
  return {
    ...window,
    lines: await planLines(call.tx, window, students),
    grades: await planGrades(call.tx, window, students, ids),
  };
}

function whoseStudents({ students, client }: Asked): SQL {
  if (students !== null) return sql`t.id = any(${arrayParam(students, 'uuid')})`;
  return client === null ? sql`not t.archived` : sql`t.client = ${client} and not t.archived`;
}

/** Students by name; records that were merged into others are left out. */
export function yearStudents(tx: Transaction, where: SQL): Promise<YearStudent[]> {
  return jsonRows(
    tx,
    sql`select t.id, t.first_name || ' ' || t.last_name as name, t.grade, t.archived from students t
      where t.merged_into is null and ${where} order by t.last_name, t.first_name, t.id`,
  );
}

/** The services of these students, each with its renewal, in the students' order. */
export async function planLines(
  tx: Transaction,
  window: RenewalWindow,
  students: readonly YearStudent[],
): Promise<RenewalLine[]> {
  const known = new Map(students.map((student) => [student.id, student]));
  const places = new Map(students.map(({ id }, place) => [id, place]));
  const assigned = await jsonRows<Assigned>(
    tx,
    sql`select ${fieldsOf('student_service', 'a')}, v.name as service_name,
        exists (select from providers p join provider_services d on d.provider = p.id
          where p.id = a.provider and d.service = a.service and not p.archived) as provider_can
      from assigned_services a join services v on v.id = a.service
      where a.deleted_at is null and a.student = any(${arrayParam(known.keys(), 'uuid')})
      order by v.name, a.start_date, a.id`,
  );
  return renewalLines(assigned, window)
    .map(({ service: row, ...line }): RenewalLine => {
      const student = known.get(row.student);
      return {
        ...{ id: row.id, version: row.version, student: row.student, student_name: student?.name ?? '' },
        ...{ service: row.service, service_name: row.service_name, from: row.start_date, to: row.end_date },
        ...{ provider: row.provider, provider_name: row.provider_name ?? '' },
        ...{ authorised_minutes: row.authorised_minutes, authorised_per: row.authorised_per },
        next_provider: row.provider_can ? row.provider : null,
        ...line,
        ...ofStudent(student, line),
      };
    })
    .sort((a, b) => (places.get(a.student) ?? 0) - (places.get(b.student) ?? 0));
}

/** What the student adds to why a service is left out. */
function ofStudent(
  student: YearStudent | undefined,
  { reason, is_refused }: Pick<RenewalLine, 'reason' | 'is_refused'>,
): Pick<RenewalLine, 'reason' | 'is_refused'> {
  if (student?.archived !== false) return { reason: 'The student is archived.', is_refused: true };
  if (reason !== '' || nextGrade(student.grade).kind !== 'leaves') return { reason, is_refused };
  return { reason: 'The student finishes grade 12.', is_refused: false };
}

/** The grades of these students in the new year. */
export async function planGrades(
  tx: Transaction,
  window: RenewalWindow,
  students: readonly YearStudent[],
  ids: readonly string[],
): Promise<GradeLine[]> {
  const moved = await movedUp(tx, window, ids);
  return students.map(({ id, name, grade, archived }): GradeLine => {
    const line = { student: id, student_name: name, grade, next_grade: null, leaves: false };
    if (archived) return { ...line, reason: 'The student is archived.' };
    if (moved.has(id)) return { ...line, reason: 'Already moved up for this year.' };
    const step = nextGrade(grade);
    if (step.kind === 'next') return { ...line, next_grade: step.grade, reason: '' };
    if (step.kind === 'leaves') return { ...line, leaves: true, reason: 'Finishes grade 12.' };
    return {
      ...line,
      reason: grade.trim() === '' ? 'No grade is entered.' : `“${grade}” isn't a grade that moves up.`,
    };
  });
}

/** Those whose grade a renewal of the same year has moved up already. */
async function movedUp(
  tx: Transaction,
  { start_date, end_date }: RenewalWindow,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await jsonRows<{ id: string }>(
    tx,
    sql`select distinct r ->> 'id' as id from bulk_changes c, jsonb_array_elements(c.records) r
      where c.kind = 'renewal' and c.start_date between ${start_date}::date - 180 and ${end_date}::date
        and not r ? 'is_undone' and (r ->> 'id')::uuid = any(${arrayParam(ids, 'uuid')})
        and exists (select from jsonb_array_elements(r -> 'writes') w where w ->> 'entity' = 'student')`,
  );
  return new Set(rows.map(({ id }) => id));
}
