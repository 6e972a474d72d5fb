import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import type { Student } from '#contract/student.ts';
import { scopesOfStudent } from '#domain/access/scopes.ts';
import { studentProblems } from '#domain/students/student-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { activeClient, clientNames, locationNames, schoolOf } from './named-records.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';
import { Students } from './student-lookup.ts';

type Account = EntityRow<'student_account'>;

const students: Records<Student> = { entity: 'student', scopes: scopesOfStudent, about: () => ({}) };
const accounts: Records<Account> = { entity: 'student_account', scopes: () => [], about: () => ({}) };

/** Students by the district's number, or by name, birth date, and client. */
export async function planStudents({ tx, context }: Call): Promise<Planner<'student'>> {
  const [clients, locations, known] = [
    await clientNames(tx),
    await locationNames(tx),
    await Students.read(tx),
  ];
  const files = new Map<string, Student & Account>();
  const ids = await jsonRows<{ id: string }>(tx, sql`select id from students`);
  const own = new Map(
    (
      await loadRows(
        tx,
        'student_account',
        ids.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  for (const row of await loadRows(
    tx,
    'student',
    ids.map(({ id }) => id),
  )) {
    const account = own.get(row.id);
    if (account !== undefined) files.set(row.id, { ...account, ...row });
  }
  const today = pacificDay(context.now);

  return {
    plan(values, idOf): Plan {
      const { full_name, client: clientName, location: school, ...rest } = values;
      const first_name = rest.first_name ?? full_name?.first ?? '';
      const last_name = rest.last_name ?? full_name?.last ?? '';
      const client = clientName === undefined ? null : activeClient(clients, clientName);
      const of = client !== null && 'row' in client ? client.row.id : null;
      const location = school === undefined ? null : schoolOf(locations, school, of);
      const faults = [
        ...(first_name.length > 100 || last_name.length > 100 ? ['Full name is too long.'] : []),
        ...(client !== null && 'fault' in client ? [client.fault] : []),
        ...(location !== null && 'fault' in location ? [`School: ${location.fault}`] : []),
      ];
      if (faults.length > 0) return faulty(...faults);
      const wanted = {
        ...{ first_name, last_name, grade: rest.grade, date_of_birth: rest.date_of_birth },
        ...{ home_language: rest.home_language, qualifications: rest.qualifications },
        client: of ?? undefined,
        location: location !== null && 'row' in location ? location.row.id : undefined,
        ...{ iep_annual_date: rest.iep_annual_date, iep_triennial_date: rest.iep_triennial_date },
        ...{ district_student_id: rest.district_student_id, case_manager: rest.case_manager },
        ...{ payer: rest.payer, member_id: rest.member_id, consent_date: rest.consent_date },
        ...{ release_date: rest.release_date, has_esy: rest.has_esy, sex: rest.sex, street: rest.street },
        ...{ city: rest.city, state: rest.state, zip: rest.zip },
      };
      const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const next = { ...emptyStudent(idOf()), ...given };
      const problems = fieldFaults('student', studentProblems(next, today));
      if (problems.length > 0) return faulty(...problems);
      const [found, other] = known.alike(next);
      if (other !== undefined) {
        return faulty('More than one student matches. Add the birth date, client, or district student ID.');
      }
      if (found !== undefined) {
        return updateOf('student_account', found.id, files.get(found.id) ?? found, given);
      }
      known.add({ ...next, client_name: clientName ?? null });
      return { outcome: 'add', rows: [newRow(students, next), newRow(accounts, next)] };
    },
  };
}

function emptyStudent(id: string): Student & Account {
  return {
    ...{
      id,
      first_name: '',
      last_name: '',
      grade: '',
      archived: false,
      archived_on: null,
      date_of_birth: null,
    },
    ...{ home_language: 'en', qualifications: [], client: null, location: null, iep_annual_date: null },
    ...{ iep_triennial_date: null, services: [], providers: [], district_student_id: '', case_manager: '' },
    ...{ sex: '', street: '', city: '', state: '', zip: '' },
    ...{ payer: '', member_id: '', consent_date: null, release_date: null, has_esy: false, version: 1 },
  };
}
