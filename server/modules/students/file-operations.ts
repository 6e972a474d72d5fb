import { Refusal } from '#contract/errors.ts';
import type { Goal, GoalBody, GoalChanges } from '#contract/goal.ts';
import type { Parent, ParentBody, ParentChanges } from '#contract/parent.ts';
import type { StudentNote, StudentNoteBody, StudentNoteChanges } from '#contract/student-note.ts';
import { mayChangeStudentNote } from '#domain/access/row-rules.ts';
import { goalProblems, parentProblems, studentNoteProblems } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { goals, parents, student_notes } from '#server/db/schema/student-file.ts';
import { refuseUnknownService } from '#server/modules/catalogue/queries.ts';
import { refuseProblems, withTouched } from '#server/modules/changing-rows.ts';
import { goalFields, parentFields, studentNoteFields } from './file-queries.ts';
import {
  addRow,
  changeableRow,
  changeRow,
  type FileCaller,
  type FileTable,
  listFileRows,
  removeRow,
  studentInReach,
} from './file-rows.ts';

const parentTable: FileTable<Parent> = {
  entity: 'parent',
  table: parents,
  name: 'parents',
  fields: parentFields,
};
const noteTable: FileTable<StudentNote> = {
  entity: 'student_note',
  table: student_notes,
  name: 'student_notes',
  fields: studentNoteFields,
};
const goalTable: FileTable<Goal> = { entity: 'goal', table: goals, name: 'goals', fields: goalFields };

export function listParents(caller: FileCaller, student: string): Promise<Parent[]> {
  return listFileRows(caller, parentTable, student, 'is_primary desc, last_name, first_name');
}

export async function createParent(caller: FileCaller, body: ParentBody): Promise<Parent> {
  const student = await studentInReach(caller, body.student);
  refuseProblems(parentProblems(body));
  return addRow(caller, parentTable, { ...body, version: 1 }, student);
}

export async function updateParent(caller: FileCaller, id: string, changes: ParentChanges): Promise<Parent> {
  const { before, student } = await changeableRow(caller, parentTable, id);
  const next = withTouched(before, changes);
  refuseProblems(parentProblems(next));
  return changeRow(caller, parentTable, before, next, student);
}

export async function deleteParent(caller: FileCaller, id: string): Promise<void> {
  const { before } = await changeableRow(caller, parentTable, id);
  await removeRow(caller, parentTable, before);
}

export function listStudentNotes(caller: FileCaller, student: string): Promise<StudentNote[]> {
  return listFileRows(
    caller,
    noteTable,
    student,
    'student_notes.note_date desc, student_notes.captured_at desc',
  );
}

export async function createStudentNote(caller: FileCaller, body: StudentNoteBody): Promise<StudentNote> {
  const { actor, facts } = caller;
  const student = await studentInReach(caller, body.student);
  refuseProblems(studentNoteProblems(body, pacificDay(facts.now)));
  const note = {
    ...body,
    provider: actor.user_id,
    provider_name: actor.name,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: 1,
  };
  return addRow(caller, noteTable, note, student);
}

export async function updateStudentNote(
  caller: FileCaller,
  id: string,
  changes: StudentNoteChanges,
): Promise<StudentNote> {
  const { before, student } = await changeableRow(caller, noteTable, id);
  refuseForeignNote(caller, before);
  const next = withTouched(before, changes);
  refuseProblems(studentNoteProblems(next, pacificDay(caller.facts.now)));
  return changeRow(caller, noteTable, before, next, student);
}

export async function deleteStudentNote(caller: FileCaller, id: string): Promise<void> {
  const { before } = await changeableRow(caller, noteTable, id);
  refuseForeignNote(caller, before);
  await removeRow(caller, noteTable, before);
}

function refuseForeignNote({ actor }: FileCaller, note: StudentNote): void {
  if (!mayChangeStudentNote(actor, note)) {
    throw new Refusal('access.denied', { message: 'A note is changed by who wrote it, or by the office.' });
  }
}

export function listGoals(caller: FileCaller, student: string): Promise<Goal[]> {
  return listFileRows(caller, goalTable, student, 'goals.start_date desc');
}

export async function createGoal(caller: FileCaller, body: GoalBody): Promise<Goal> {
  const { tx, actor, facts } = caller;
  const student = await studentInReach(caller, body.student);
  refuseProblems(goalProblems(body));
  await refuseUnknownService(tx, body.service);
  const goal = {
    ...body,
    captured_by: actor.user_id,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: 1,
  };
  return addRow(caller, goalTable, goal, student);
}

export async function updateGoal(caller: FileCaller, id: string, changes: GoalChanges): Promise<Goal> {
  const { before, student } = await changeableRow(caller, goalTable, id);
  const next = withTouched(before, changes);
  refuseProblems(goalProblems(next));
  await refuseUnknownService(caller.tx, next.service);
  return changeRow(caller, goalTable, before, next, student);
}
