import { sql } from 'drizzle-orm';
import { scopesOfSoapNote, scopesOfStudent, scopesOfStudentFile } from '#domain/access/scopes.ts';
import type { Change } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { assigned_services } from '#server/db/schema/assigned-services.ts';
import { goals } from '#server/db/schema/goals.ts';
import { parents } from '#server/db/schema/parents.ts';
import { goal_entries, soap_notes } from '#server/db/schema/soap-notes.ts';
import { clinical_codes, goal_options, plan_options } from '#server/db/schema/soap-options.ts';
import { student_notes } from '#server/db/schema/student-notes.ts';
import { bulkInsert } from './bulk-insert.ts';
import type { Catalog } from './catalog.ts';
import { studentLinks } from './directory.ts';
import { placeFirstRows } from './first-places.ts';
import { weeklyMinutes } from './former-students.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import { seedSoapNotes } from './soap-notes.ts';
import { seedSoapBank } from './soap-options.ts';
import { seedStudentFiles } from './student-file.ts';
import type { Students } from './students.ts';
import type { Timetable } from './timetable.ts';

interface Organization {
  catalog: Catalog;
  people: People;
  learners: Students;
  timetables: readonly Timetable[];
  /** The Pacific day of the demo. */
  today: string;
  /** The first day of the last closed pay period. */
  periodStart: string;
}

/** Everything written about students, based on the stored sessions. */
export async function insertFiles(
  tx: Transaction,
  random: Random,
  { catalog, people, learners, timetables, today, periodStart }: Organization,
): Promise<void> {
  const bank = seedSoapBank(random, catalog.services);
  const files = seedStudentFiles(random, learners, bank, { today, weekly: weeklyMinutes(timetables) });
  const known = new Map(learners.students.map((one) => [one.id, one]));
  const archived = new Set(learners.students.filter((one) => one.archived).map(({ id }) => id));
  const { notes, entries, completed } = await seedSoapNotes(tx, random, people, {
    goals: files.goals,
    plans: bank.planOptions.map(({ option_text }) => option_text),
    former: archived,
    today,
    periodStart,
  });
  await tx.execute(
    sql`update sessions set state = 'completed' where id = any(${arrayParam(completed, 'uuid')})`,
  );
  await bulkInsert(tx, goal_options, bank.goalOptions);
  await bulkInsert(tx, plan_options, bank.planOptions);
  await bulkInsert(tx, clinical_codes, bank.codes);
  await bulkInsert(tx, assigned_services, files.services);
  await bulkInsert(tx, parents, files.parents);
  await bulkInsert(tx, student_notes, files.notes);
  await bulkInsert(tx, goals, files.goals);
  await bulkInsert(tx, soap_notes, notes);
  await bulkInsert(tx, goal_entries, entries);
  const inFile =
    (entity: Change['entity']) =>
    ({ id, student }: { id: string; student: string }): Change => ({
      ...{ entity, id },
      scopes: scopesOfStudentFile({ student }),
    });
  const everywhere =
    (entity: Change['entity']) =>
    ({ id }: { id: string }): Change => ({ entity, id, scopes: ['global'] });
  const supervisors = new Map<string, string[]>();
  for (const { supervisor, supervisee } of people.supervisions) {
    supervisors.set(supervisee, [...(supervisors.get(supervisee) ?? []), supervisor]);
  }
  const scopesOfNote = new Map(
    notes.map((note) => [
      note.id,
      scopesOfSoapNote({
        ...note,
        session_date: note.note_date,
        supervisors: supervisors.get(note.provider) ?? [],
      }),
    ]),
  );
  const linksOf = studentLinks(learners);
  await placeFirstRows(tx, [
    ...bank.goalOptions.map(everywhere('goal_option')),
    ...bank.planOptions.map(everywhere('plan_option')),
    ...bank.codes.map(everywhere('clinical_code')),
    ...files.services.map(({ id, student }): Change => {
      const { archived = false, archived_on } = known.get(student) ?? {};
      const scopes = scopesOfStudent({ id: student, archived, archived_on, ...linksOf(student) });
      return { entity: 'student_service', id, scopes };
    }),
    ...files.parents.map(inFile('parent')),
    ...files.notes.map(inFile('student_note')),
    ...files.goals.map(inFile('goal')),
    ...notes.map(({ id }): Change => ({ entity: 'soap_note', id, scopes: scopesOfNote.get(id) ?? [] })),
    ...entries.map(
      ({ id, soap_note }): Change => ({
        entity: 'goal_entry',
        id,
        scopes: scopesOfNote.get(soap_note) ?? [],
      }),
    ),
  ]);
}
