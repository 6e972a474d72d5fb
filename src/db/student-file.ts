import { type LocalRow, openRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export type LocalStudent = LocalRow<'student'>;
export type LocalParent = LocalRow<'parent'>;
export type LocalStudentNote = LocalRow<'student_note'>;
export type LocalGoal = LocalRow<'goal'>;
export type LocalStudentService = LocalRow<'student_service'>;

export async function studentById(db: LocalDatabase, id: string): Promise<LocalStudent | null> {
  return openRow(db, 'student', await db.students.get(id));
}

/** The primary contact first. */
export async function parentsOfStudent(db: LocalDatabase, student: string): Promise<LocalParent[]> {
  const parents = await openRows(db, 'parent', await db.parents.where('student').equals(student).toArray());
  return parents.sort(
    (a, b) =>
      Number(b.is_primary) - Number(a.is_primary) ||
      a.last_name.localeCompare(b.last_name) ||
      a.first_name.localeCompare(b.first_name),
  );
}

/** Newest first. */
export async function fileNotesOfStudent(db: LocalDatabase, student: string): Promise<LocalStudentNote[]> {
  const rows = await db.studentNotes.where('student').equals(student).toArray();
  return (await openRows(db, 'student_note', rows)).sort(
    (a, b) => b.note_date.localeCompare(a.note_date) || b.captured_at.localeCompare(a.captured_at),
  );
}

/** A student's assigned services, including past and future ones, newest first. */
export async function servicesOfStudent(db: LocalDatabase, student: string): Promise<LocalStudentService[]> {
  const rows = await db.studentServices.where('student').equals(student).toArray();
  return (await openRows(db, 'student_service', rows)).sort((a, b) =>
    b.start_date.localeCompare(a.start_date),
  );
}

/** Every assigned service on this device. */
export async function assignedServices(db: LocalDatabase): Promise<LocalStudentService[]> {
  return openRows(db, 'student_service', await db.studentServices.toArray());
}

/** A provider's notes since a Pacific day: student, session, and state of each. */
export async function soapNoteStates(db: LocalDatabase, provider: string, from: string) {
  const rows = await db.soapNotes
    .where('[provider+note_date]')
    .between([provider, from], [provider, '\uffff'])
    .toArray();
  return rows
    .filter(({ is_gone }) => is_gone === 0)
    .map(({ student, session, state }) => ({ student, session, state }));
}
