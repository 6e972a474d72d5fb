import { GoalBody } from '#contract/goal.ts';
import { ParentBody } from '#contract/parent.ts';
import { StudentNoteBody } from '#contract/student-note.ts';
import { refusedWriteOf } from '#db/outbox.ts';
import {
  type LocalGoal,
  type LocalParent,
  type LocalStudentNote,
  parentsOfStudent,
} from '#db/student-file.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { goalProblems, parentProblems, studentNoteProblems } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { shapeProblems } from '#screens/form/problems.ts';
import { resendWrite } from '#sync/merge/needs-attention.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

export type ParentFields = Omit<ParentBody, 'id' | 'student'>;
export type NoteFields = Omit<StudentNoteBody, 'id' | 'student'>;
export type GoalFields = Omit<GoalBody, 'id' | 'student'>;

/** All writes about one student arrive in order. */
function studentLane(student: string): string {
  return `student:${student}`;
}

/** Not in the form. */
const UNCHANGED = { id: true, student: true } as const;

export function problemsOfParent(fields: ParentFields): FieldErrors {
  return { ...parentProblems(fields), ...shapeProblems(ParentBody.omit(UNCHANGED), fields) };
}

export function problemsOfNote(fields: NoteFields, today: string): FieldErrors {
  return { ...studentNoteProblems(fields, today), ...shapeProblems(StudentNoteBody.omit(UNCHANGED), fields) };
}

export function problemsOfGoal(fields: GoalFields): FieldErrors {
  return { ...goalProblems(fields), ...shapeProblems(GoalBody.omit(UNCHANGED), fields) };
}

/** The record that a form saves: the id of a new one, or the row that the form opened. */
interface FileEntry<Row> {
  id: string;
  opened: Row | null;
}

/** Null if it was saved, otherwise the errors by field. */
type Recorded = FieldErrors | null;

/** Only one parent is the primary contact: a new one replaces the previous one. */
export async function recordParent(
  workspace: Workspace,
  student: string,
  { id, opened: before }: FileEntry<LocalParent>,
  fields: ParentFields,
): Promise<Recorded> {
  const problems = problemsOfParent(fields);
  if (Object.keys(problems).length > 0) return problems;
  const others = fields.is_primary ? await parentsOfStudent(workspace.db, student) : [];
  const lane = studentLane(student);
  // The former one goes first: the server would change it too, and this change would then meet a newer version. Where the
  // choice is folded into an unsent creation, it does, and the two are merged.
  for (const other of others) {
    if (!other.is_primary || other.id === before?.id) continue;
    const body = { is_primary: false };
    await queueWrite(workspace, { endpoint: 'parent.update', id: other.id, opened: other, body, lane });
  }
  if (before === null) {
    const body = { ...fields, id, student };
    await queueWrite(workspace, { endpoint: 'parent.create', id, body, lane });
    return null;
  }
  const body = touchedOf(before, fields);
  if (body === null) await resendRefused(workspace, before.id);
  else await queueWrite(workspace, { endpoint: 'parent.update', id: before.id, opened: before, body, lane });
  return null;
}

export async function deleteParent(workspace: Workspace, opened: LocalParent): Promise<null> {
  const { id, student } = opened;
  const lane = studentLane(student);
  await queueWrite(workspace, { endpoint: 'parent.delete', id, opened, body: undefined, lane });
  return null;
}

export async function recordNote(
  workspace: Workspace,
  student: string,
  { id, opened: before }: FileEntry<LocalStudentNote>,
  fields: NoteFields,
): Promise<Recorded> {
  const problems = problemsOfNote(fields, pacificDay(workspace.clock.now()));
  if (Object.keys(problems).length > 0) return problems;
  const lane = studentLane(student);
  if (before === null) {
    const body = { ...fields, id, student };
    await queueWrite(workspace, { endpoint: 'student-note.create', id, body, lane });
    return null;
  }
  const body = touchedOf(before, fields);
  if (body === null) await resendRefused(workspace, before.id);
  else
    await queueWrite(workspace, {
      endpoint: 'student-note.update',
      id: before.id,
      opened: before,
      body,
      lane,
    });
  return null;
}

export async function deleteNote(workspace: Workspace, opened: LocalStudentNote): Promise<null> {
  const { id, student } = opened;
  const lane = studentLane(student);
  await queueWrite(workspace, { endpoint: 'student-note.delete', id, opened, body: undefined, lane });
  return null;
}

export async function recordGoal(
  workspace: Workspace,
  student: string,
  { id, opened: before }: FileEntry<LocalGoal>,
  fields: GoalFields,
): Promise<Recorded> {
  const problems = problemsOfGoal(fields);
  if (Object.keys(problems).length > 0) return problems;
  const lane = studentLane(student);
  if (before === null) {
    const body = { ...fields, id, student };
    await queueWrite(workspace, { endpoint: 'goal.create', id, body, lane });
    return null;
  }
  const body = touchedOf(before, fields);
  if (body === null) await resendRefused(workspace, before.id);
  else await queueWrite(workspace, { endpoint: 'goal.update', id: before.id, opened: before, body, lane });
  return null;
}

/** Archives or restores a goal. */
export async function archiveGoal(workspace: Workspace, goal: LocalGoal, archived: boolean): Promise<void> {
  const { id, student } = goal;
  await queueWrite(workspace, {
    endpoint: 'goal.update',
    id,
    opened: goal,
    body: { archived },
    lane: studentLane(student),
  });
}

/** Only changed fields are sent; null if none has changed. */
function touchedOf<Fields extends object>(before: Fields, fields: Fields): Partial<Fields> | null {
  const touched = Object.entries(fields).filter(
    ([name, value]) => (before as Record<string, unknown>)[name] !== value,
  );
  return touched.length === 0 ? null : (Object.fromEntries(touched) as Partial<Fields>);
}

async function resendRefused(workspace: Workspace, id: string): Promise<void> {
  const refused = await refusedWriteOf(workspace.db, id);
  if (refused !== null) await resendWrite(workspace, refused.write_id);
}
