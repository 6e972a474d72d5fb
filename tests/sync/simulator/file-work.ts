import { v7 as uuidv7 } from 'uuid';
import { attachmentsOfStudents } from '#db/attachments.ts';
import { noteOpened } from '#db/followed-files.ts';
import { goalsOfStudent } from '#db/soap-notes.ts';
import { fileNotesOfStudent, parentsOfStudent } from '#db/student-file.ts';
import {
  archiveGoal,
  deleteNote,
  deleteParent,
  recordGoal,
  recordNote,
  recordParent,
} from '#features/students/record-file.ts';
import type { Random } from '#server/db/seed/random.ts';
import { attachFile, deleteAttachment } from '#sync/files/attached-files.ts';
import type { Tab } from './device.ts';
import type { Act } from './own-time.ts';

/** A write to the file of a visible student; null if there is none. */
export async function fileWork(tab: Tab, random: Random, isOffice: boolean): Promise<Act | null> {
  const known = new Set(await tab.db.students.toCollection().primaryKeys());
  const students = tab.device.server.students.filter((id) => known.has(id));
  if (students.length === 0) return null;
  // Mostly one student, so that people meet in one file.
  const student = random.chance(0.6) ? (students[0] as string) : random.pick(students);
  await noteOpened(tab.db, [student]);
  const work = random.pick([parentWork, parentWork, noteWork, noteWork, goalWork, goalWork, attachmentWork]);
  return work(tab, student, random, isOffice);
}

/** One row of each kind, known to everyone who sees the student. */
export async function firstFile(tab: Tab, student: string, random: Random): Promise<Act[]> {
  return [
    await goalWork(tab, student, random),
    await parentWork(tab, student, random, false),
    await noteWork(tab, student, random, false),
  ];
}

/** An existing row, or a new one. */
function pickRow<Row extends { id: string }>(rows: readonly Row[], random: Random): Row | null {
  const known = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  return known.length === 0 || random.chance(0.25) ? null : random.pick(known);
}

async function parentWork(
  { workspace, db }: Tab,
  student: string,
  random: Random,
  isOffice: boolean,
): Promise<Act> {
  const parent = pickRow(await parentsOfStudent(db, student), random);
  if (isOffice && parent !== null && random.chance(0.4)) return () => deleteParent(workspace, parent);
  const fresh = { relationship: 'mother', email: '', phone: '', language: 'en', is_primary: false } as const;
  const { first_name, relationship, email, phone, language, is_primary } = parent ?? {
    ...{ first_name: 'Kim', ...fresh },
  };
  const isFirst = is_primary || random.chance(0.3);
  const fields = { first_name, relationship, email, phone, language, is_primary: isFirst };
  const isCalled = random.chance(0.3);
  return (at, last_name) =>
    recordParent(
      workspace,
      student,
      { id: uuidv7(), opened: parent },
      {
        ...{ ...fields, last_name },
        phone: isCalled ? `555 ${1_000 + at}` : phone,
      },
    );
}

async function noteWork(
  { workspace, db, account }: Tab,
  student: string,
  random: Random,
  isOffice: boolean,
): Promise<Act> {
  const note = pickRow(await fileNotesOfStudent(db, student), random);
  const isOwn = isOffice || note?.provider === account.user_id || random.chance(0.1);
  if (note !== null && isOwn && random.chance(0.2)) return () => deleteNote(workspace, note);
  const note_date = `2026-03-0${random.int(1, 8)}`;
  return (_, words) =>
    recordNote(workspace, student, { id: uuidv7(), opened: isOwn ? note : null }, { note_date, note: words });
}

async function goalWork({ workspace, db }: Tab, student: string, random: Random): Promise<Act> {
  const goal = pickRow(await goalsOfStudent(db, student), random);
  if (goal !== null && random.chance(0.25)) return () => archiveGoal(workspace, goal, !goal.archived);
  const { service, goal_option, goal_text, baseline, target, criterion, start_date, target_date, archived } =
    goal ?? {
      ...{ service: null, goal_option: null, goal_text: 'Names ten pictures.', baseline: '', target: '' },
      ...{ criterion: '', start_date: '2026-01-05', target_date: null, archived: false },
    };
  const fields = { service, goal_option, goal_text, baseline, target, criterion, start_date, target_date };
  const place = random.pick(['goal_text', 'target']);
  return (_, words) =>
    recordGoal(workspace, student, { id: uuidv7(), opened: goal }, { ...fields, archived, [place]: words });
}

/** Announces a file and stores its bytes; no one uploads those here. */
async function attachmentWork(
  { workspace, db, account }: Tab,
  student: string,
  random: Random,
  isOffice: boolean,
): Promise<Act> {
  const known = pickRow(await attachmentsOfStudents(db, [student]), random);
  const isOwn = isOffice || known?.uploaded_by === account.user_id || random.chance(0.1);
  if (known !== null && isOwn) return () => deleteAttachment(workspace, known.id);
  const notes = await db.soapNotes
    .filter((row) => row.student === student && row.is_gone === 0)
    .primaryKeys();
  const soap_note = notes.length > 0 && random.chance(0.5) ? random.pick(notes.sort()) : null;
  return (_, name) => attachFile(workspace, { file: new File(['bytes'], name), student, soap_note });
}
