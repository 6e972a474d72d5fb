import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { scopesOfStudentFile } from '#domain/access/scopes.ts';
import { parentProblems } from '#domain/students/file-rules.ts';
import { fullName } from '#domain/students/student-name.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { replacePrimaries } from '#server/modules/students/primary-contact.ts';
import { aboutStudent, type Call, type Records } from '#server/records/call.ts';
import { Names } from './named-records.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';
import { Students } from './student-lookup.ts';

type Parent = EntityRow<'parent'>;

/** Guardians by student and name. */
export async function planGuardians(call: Call): Promise<Planner<'guardian'>> {
  const { tx } = call;
  const students = await Students.read(tx);
  const known = new Names<Parent>();
  const nameOf = (one: Pick<Parent, 'student' | 'first_name' | 'last_name'>) =>
    `${one.student} ${one.first_name} ${one.last_name}`;
  /** A student has one primary contact. */
  const primary = new Map<string, Pick<Parent, 'id' | 'first_name' | 'last_name'>>();
  for (const row of await keptRows(tx, 'parent', sql`true`)) {
    known.add(nameOf(row), row);
    if (row.is_primary) primary.set(row.student, row);
  }
  const records: Records<Parent> = {
    entity: 'parent',
    scopes: scopesOfStudentFile,
    about: aboutStudent,
  };
  const added: Parent[] = [];
  return {
    plan(values, idOf): Plan {
      const student = students.find(values);
      if ('fault' in student) return faulty(student.fault);
      const { first_name = '', last_name = '', relationship, email, phone, language, is_primary } = values;
      const given = { relationship, email, phone, language, is_primary };
      const problems = fieldFaults('guardian', parentProblems({ email: email ?? '', phone: phone ?? '' }));
      if (problems.length > 0) return faulty(...problems);
      const named = { student: student.row.id, first_name, last_name };
      const [found] = known.all(nameOf(named));
      const first = primary.get(named.student);
      if (is_primary === true && first !== undefined && first.id !== found?.id) {
        return faulty(`${fullName(first)} is already the primary contact of this student.`);
      }
      if (found !== undefined) {
        if (is_primary === true) primary.set(named.student, found);
        return updateOf('parent', found.id, found, given);
      }
      const row: Parent = {
        ...{ id: idOf(), ...named, relationship: relationship ?? 'guardian', email: email ?? '' },
        ...{ phone: phone ?? '', language: language ?? 'en', is_primary: is_primary ?? false, version: 1 },
      };
      known.add(nameOf(row), row);
      if (row.is_primary) {
        primary.set(row.student, row);
        added.push(row);
      }
      return { outcome: 'add', rows: [newRow(records, row)] };
    },
    // Someone else may have chosen one since the plan.
    finish: () => replacePrimaries(call, records, added),
  };
}
