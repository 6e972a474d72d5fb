import { z } from 'zod';
import { day, instant, requiredText, uuid, version } from './fields.ts';

const entry = { note_date: day, note: requiredText(20_000) };

/** A dated note in a student's file, beside the notes of sessions. */
export const StudentNote = z.object({
  id: uuid,
  student: uuid,
  /** Who wrote it. */
  provider: uuid,
  ...entry,
  captured_at: instant,
  received_at: instant.nullable(),
  version,
});
export type StudentNote = z.output<typeof StudentNote>;

export const StudentNoteBody = z.strictObject({ id: uuid, student: uuid, ...entry });
export type StudentNoteBody = z.output<typeof StudentNoteBody>;

export const StudentNoteChanges = z.strictObject(entry).partial();
export type StudentNoteChanges = z.output<typeof StudentNoteChanges>;
