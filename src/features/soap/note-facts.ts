import { locationsByName, servicesByName } from '#db/catalog.ts';
import { type LocalRow, openRows } from '#db/encrypted-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { rowsById, watchPeople } from '#db/people.ts';
import {
  goalOptions,
  goalsOfStudent,
  type NoteWithEntries,
  notesOfStudent,
  planOptions,
} from '#db/soap-notes.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import { idsIn } from '#screens/device/record-names.ts';

/** What the screens of a note know besides the note. */
export interface NoteFacts {
  student: LocalRow<'student'> | null;
  /** The student's district or other client, and school. */
  client: LocalRow<'client'> | null;
  school: LocalRow<'location'> | null;
  /** The client requires procedures and diagnoses. */
  needs_codes: boolean;
  goals: LocalRow<'goal'>[];
  /** Other notes about the student, newest first. */
  notes: NoteWithEntries[];
  plans: LocalRow<'plan_option'>[];
  bank: LocalRow<'goal_option'>[];
  services: LocalRow<'service'>[];
  providers: ById<LocalRow<'provider'>>;
  /** The family's main language. */
  language: LocalRow<'parent'>['language'];
}

export async function noteFacts(db: LocalDatabase, student: string): Promise<NoteFacts> {
  const stored = await db.parents.where('student').equals(student).toArray();
  const [students, locations, goals, notes, plans, bank, services] = await Promise.all([
    rowsById(db, 'student', [student]),
    locationsByName(db),
    goalsOfStudent(db, student),
    notesOfStudent(db, student),
    planOptions(db),
    goalOptions(db),
    servicesByName(db),
    watchPeople(db, 'client', 'provider'),
  ]);
  const parents = await openRows(db, 'parent', stored);
  const known = students.get(student) ?? null;
  const [clients, providers] = await Promise.all([
    rowsById(db, 'client', known?.client == null ? [] : [known.client]),
    rowsById(db, 'provider', idsIn(notes)),
  ]);
  const client = clients.get(known?.client ?? '') ?? null;
  return {
    student: known,
    client,
    school: locations.find(({ id }) => id === known?.location) ?? null,
    needs_codes: client?.needs_codes ?? false,
    ...{ goals, notes, plans, bank, services, providers },
    language: (parents.find(({ is_primary }) => is_primary) ?? parents[0])?.language ?? 'en',
  };
}

/** Texts for a service: those for it and those for all services. */
export function ofService<Option extends { service: string | null }>(
  options: readonly Option[],
  service: string,
): Option[] {
  return options.filter((option) => option.service === null || option.service === service);
}
