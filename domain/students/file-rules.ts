import type { FieldErrors } from '#domain/sessions/session-rules.ts';

/** Validation errors of a goal, besides the shape of its fields. */
export function goalProblems(goal: { start_date: string; target_date: string | null }): FieldErrors {
  return goal.target_date !== null && goal.target_date < goal.start_date
    ? { target_date: "The target date can't be before the start date." }
    : {};
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^[\d\s()+.\-/x#]*\d[\d\s()+.\-/x#]*$/i;

/** Validation errors of a parent. An empty email address or phone number counts as none. */
export function parentProblems(parent: { email: string; phone: string }): FieldErrors {
  const problems: FieldErrors = {};
  if (parent.email !== '' && !EMAIL.test(parent.email)) problems.email = 'Enter a valid email address.';
  if (parent.phone !== '' && !PHONE.test(parent.phone)) problems.phone = 'Enter a valid phone number.';
  return problems;
}

/** @param today the Pacific day on which it is written */
export function studentNoteProblems(note: { note_date: string }, today: string): FieldErrors {
  return note.note_date > today ? { note_date: "A note can't be dated in the future." } : {};
}

export function studentServiceProblems(row: { start_date: string; end_date: string | null }): FieldErrors {
  return row.end_date !== null && row.end_date < row.start_date
    ? { end_date: "The end date can't be before the start date." }
    : {};
}

/** What is said where something would go on for an archived student. */
export const ARCHIVED_STUDENT = 'This student is archived. Restore the student first.';

/** Whether something isn't over on a day: archiving a student ends it on that day. @param last null if it has no end */
export function goesOnAfter(last: string | null, day: string): boolean {
  return last === null || last > day;
}

/** Whether an assigned service is active on a Pacific day, both dates inclusive. */
export function isInForce(row: { start_date: string; end_date: string | null }, day: string): boolean {
  return row.start_date <= day && (row.end_date === null || day <= row.end_date);
}
