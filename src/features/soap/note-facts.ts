import { locationsByName, servicesByName } from '#db/catalog.ts';
import { type LocalRow, openRows } from '#db/encrypted-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { clientsByName, providersById, studentsById } from '#db/people.ts';
import {
  goalOptions,
  goalsOfStudent,
  type NoteWithEntries,
  notesOfStudent,
  planOptions,
} from '#db/soap-notes.ts';

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
  providers: ReadonlyMap<string, LocalRow<'provider'>>;
  /** The family's main language. */
  language: LocalRow<'parent'>['language'];
}

export async function noteFacts(db: LocalDatabase, student: string): Promise<NoteFacts> {
  const stored = await db.parents.where('student').equals(student).toArray();
  const [students, clients, locations, goals, notes, plans, bank, services, providers] = await Promise.all([
    studentsById(db),
    clientsByName(db),
    locationsByName(db),
    goalsOfStudent(db, student),
    notesOfStudent(db, student),
    planOptions(db),
    goalOptions(db),
    servicesByName(db),
    providersById(db),
  ]);
  const parents = await openRows(db, 'parent', stored);
  const known = students.get(student) ?? null;
  const client = clients.find(({ id }) => id === known?.client) ?? null;
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
