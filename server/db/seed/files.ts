import { sql } from 'drizzle-orm';
import { scopesOfSoapNote, scopesOfStudent, scopesOfStudentFile } from '#domain/access/scopes.ts';
import { dayPlus } from '#domain/time/pacific.ts';
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
import { type Catalog, firstOfNextMonth } from './catalog.ts';
import { studentLinks } from './directory.ts';
import { inKeptParts, placeFirstRows } from './first-places.ts';
import { weeklyMinutes } from './former-students.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import { type NotedSpan, seedSoapNotes } from './soap-notes.ts';
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
  /** The demo's clock, ISO 8601. */
  now: string;
  /** The first day of the last closed pay period. */
  periodStart: string;
  /** The day from which all sessions have their notes, if it is earlier. */
  notesFrom: string;
}

/** Everything written about students, based on the stored sessions. */
export async function insertFiles(
  tx: Transaction,
  random: Random,
  { catalog, people, learners, timetables, today, now, periodStart, notesFrom }: Organization,
): Promise<void> {
  const bank = seedSoapBank(random, catalog.services);
  const files = seedStudentFiles(random, learners, bank, { today, weekly: weeklyMinutes(timetables) });
  const known = new Map(learners.students.map((one) => [one.id, one]));
  const archived = new Set(learners.students.filter((one) => one.archived).map(({ id }) => id));
  const addNotes = (span: NotedSpan) =>
    insertNotes(tx, random, people, {
      ...{ goals: files.goals, plans: bank.planOptions.map(({ option_text }) => option_text) },
      ...{ former: archived, today, now, span },
    });
  await addNotes({ since: periodStart });
  // Month by month, so that a large demo is never entirely in memory.
  for (let from = notesFrom; from < periodStart; ) {
    const next = firstOfNextMonth(from);
    await addNotes({ from, to: dayPlus(next <= periodStart ? next : periodStart, -1) });
    from = next;
  }
  await bulkInsert(tx, goal_options, bank.goalOptions);
  await bulkInsert(tx, plan_options, bank.planOptions);
  await bulkInsert(tx, clinical_codes, bank.codes);
  await bulkInsert(tx, assigned_services, files.services);
  await bulkInsert(tx, parents, files.parents);
  await bulkInsert(tx, student_notes, files.notes);
  await bulkInsert(tx, goals, files.goals);
  const inFile =
    (entity: Change['entity']) =>
    ({ id, student }: { id: string; student: string }): Change => ({
      ...{ entity, id },
      scopes: scopesOfStudentFile({ student }),
    });
  const everywhere =
    (entity: Change['entity']) =>
    ({ id }: { id: string }): Change => ({ entity, id, scopes: ['global'] });
  const linksOf = studentLinks(learners);
  await placeFirstRows(tx, [
    ...bank.goalOptions.map(everywhere('goal_option')),
    ...bank.planOptions.map(everywhere('plan_option')),
    ...bank.codes.map(everywhere('clinical_code')),
    ...files.services.map(({ id, student }): Change => {
      const { archived: isArchived = false, archived_on } = known.get(student) ?? {};
      const scopes = scopesOfStudent({
        ...{ id: student, archived: isArchived, archived_on },
        ...linksOf(student),
      });
      return { entity: 'student_service', id, scopes };
    }),
    ...files.parents.map(inFile('parent')),
    ...files.notes.map(inFile('student_note')),
    ...files.goals.map(inFile('goal')),
  ]);
}

/** Notes with their goal results. */
async function insertNotes(
  tx: Transaction,
  random: Random,
  people: People,
  { now, ...facts }: Parameters<typeof seedSoapNotes>[3] & { now: string },
): Promise<void> {
  const { notes, entries, completed } = await seedSoapNotes(tx, random, people, facts);
  await tx.execute(
    sql`update sessions set state = 'completed' where id = any(${arrayParam(completed, 'uuid')})`,
  );
  await bulkInsert(tx, soap_notes, notes);
  await bulkInsert(tx, goal_entries, entries);
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
  const places = [
    ...notes.map(({ id }): Change => ({ entity: 'soap_note', id, scopes: scopesOfNote.get(id) ?? [] })),
    ...entries.map(
      ({ id, soap_note }): Change => ({
        entity: 'goal_entry',
        id,
        scopes: scopesOfNote.get(soap_note) ?? [],
      }),
    ),
  ];
  await placeFirstRows(tx, inKeptParts(places, now));
}
