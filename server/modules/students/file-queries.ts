import { sql } from 'drizzle-orm';
import type { Attachment } from '#contract/attachment.ts';
import type { Goal } from '#contract/goal.ts';
import type { Parent } from '#contract/parent.ts';
import type { StudentNote } from '#contract/student-note.ts';
import type { StudentService } from '#contract/student-service.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, keptRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';

export const studentServiceFields = sql.raw(`
  id, student, service, provider, ${personNameOf('provider')} as provider_name, authorised_minutes, authorised_per,
  start_date, end_date, version`);

export const parentFields = sql.raw(`
  id, student, first_name, last_name, relationship, email, phone, language, is_primary, version`);

export const studentNoteFields = sql.raw(`
  id, student, provider, ${personNameOf('provider')} as provider_name, note_date, note,
  ${isoInstant('captured_at')}, ${isoInstant('received_at')}, version`);

export const attachmentFields = sql.raw(`
  id, student, soap_note, file_name, content_type, size, sha256, is_complete, uploaded_by,
  ${personNameOf('uploaded_by')} as uploaded_by_name,
  ${isoInstant('captured_at')}, ${isoInstant('received_at')}, version`);

export const goalFields = sql.raw(`
  id, student, service, goal_option, goal_text, baseline, target, criterion, start_date, target_date, archived,
  captured_by, ${isoInstant('captured_at')}, ${isoInstant('received_at')}, version`);

export function loadStudentServiceRows(tx: Transaction, ids: readonly string[]): Promise<StudentService[]> {
  return keptRows(tx, studentServiceFields, 'assigned_services', ids);
}

export function loadParentRows(tx: Transaction, ids: readonly string[]): Promise<Parent[]> {
  return keptRows(tx, parentFields, 'parents', ids);
}

export function loadStudentNoteRows(tx: Transaction, ids: readonly string[]): Promise<StudentNote[]> {
  return keptRows(tx, studentNoteFields, 'student_notes', ids);
}

export function loadAttachmentRows(tx: Transaction, ids: readonly string[]): Promise<Attachment[]> {
  return keptRows(tx, attachmentFields, 'attachments', ids);
}

export function loadGoalRows(tx: Transaction, ids: readonly string[]): Promise<Goal[]> {
  return keptRows(tx, goalFields, 'goals', ids);
}
