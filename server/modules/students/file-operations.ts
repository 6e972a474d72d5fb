import { Refusal } from '#contract/errors.ts';
import type { Goal, GoalBody, GoalChanges } from '#contract/goal.ts';
import type { Parent, ParentBody, ParentChanges } from '#contract/parent.ts';
import type { StudentNote, StudentNoteBody, StudentNoteChanges } from '#contract/student-note.ts';
import { mayChangeStudentNote } from '#domain/access/row-rules.ts';
import { goalProblems, parentProblems, studentNoteProblems } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { goals, parents, student_notes } from '#server/db/schema/student-file.ts';
import { refuseUnknownService } from '#server/modules/catalogue/queries.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { goalFields, parentFields, studentNoteFields } from './file-queries.ts';
import { changeableRow, type FileTable, listFileRows, recordsOf, studentInReach } from './file-rows.ts';

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

export function listParents(call: Call, student: string): Promise<Parent[]> {
  return listFileRows(call, parentTable, student, 'is_primary desc, last_name, first_name');
}

export async function createParent(call: Call, body: ParentBody): Promise<Parent> {
  const student = await studentInReach(call, body.student);
  refuseProblems(parentProblems(body));
  return call.create(recordsOf(parentTable, student), { ...body, version: 1 });
}

export async function updateParent(call: Call, id: string, changes: ParentChanges): Promise<Parent> {
  const { before, student } = await changeableRow(call, parentTable, id);
  const next = withTouched(before, changes);
  refuseProblems(parentProblems(next));
  return call.change(recordsOf(parentTable, student), before, wireRow(next));
}

export async function deleteParent(call: Call, id: string): Promise<void> {
  const { before, student } = await changeableRow(call, parentTable, id);
  await call.remove(recordsOf(parentTable, student), before);
}

export function listStudentNotes(call: Call, student: string): Promise<StudentNote[]> {
  return listFileRows(
    call,
    noteTable,
    student,
    'student_notes.note_date desc, student_notes.captured_at desc',
  );
}

export async function createStudentNote(call: Call, body: StudentNoteBody): Promise<StudentNote> {
  const { actor, facts } = call;
  const student = await studentInReach(call, body.student);
  refuseProblems(studentNoteProblems(body, pacificDay(facts.now)));
  const note = {
    ...body,
    provider: actor.user_id,
    provider_name: actor.name,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: 1,
  };
  return call.create(recordsOf(noteTable, student), note);
}

export async function updateStudentNote(
  call: Call,
  id: string,
  changes: StudentNoteChanges,
): Promise<StudentNote> {
  const { before, student } = await changeableRow(call, noteTable, id);
  refuseForeignNote(call, before);
  const next = withTouched(before, changes);
  refuseProblems(studentNoteProblems(next, pacificDay(call.facts.now)));
  return call.change(recordsOf(noteTable, student), before, wireRow(next));
}

export async function deleteStudentNote(call: Call, id: string): Promise<void> {
  const { before, student } = await changeableRow(call, noteTable, id);
  refuseForeignNote(call, before);
  await call.remove(recordsOf(noteTable, student), before);
}

function refuseForeignNote({ actor }: Call, note: StudentNote): void {
  if (!mayChangeStudentNote(actor, note)) {
    throw new Refusal('access.denied', { message: 'A note is changed by who wrote it, or by the office.' });
  }
}

export function listGoals(call: Call, student: string): Promise<Goal[]> {
  return listFileRows(call, goalTable, student, 'goals.start_date desc');
}

export async function createGoal(call: Call, body: GoalBody): Promise<Goal> {
  const { tx, actor, facts } = call;
  const student = await studentInReach(call, body.student);
  refuseProblems(goalProblems(body));
  await refuseUnknownService(tx, body.service);
  const goal = {
    ...body,
    captured_by: actor.user_id,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: 1,
  };
  return call.create(recordsOf(goalTable, student), goal);
}

export async function updateGoal(call: Call, id: string, changes: GoalChanges): Promise<Goal> {
  const { before, student } = await changeableRow(call, goalTable, id);
  const next = withTouched(before, changes);
  refuseProblems(goalProblems(next));
  await refuseUnknownService(call.tx, next.service);
  return call.change(recordsOf(goalTable, student), before, wireRow(next));
}
