import type { z } from 'zod';
import { student_note } from '#entities/student-file.ts';
import { fileCalls } from './entity-calls.ts';

export const StudentNoteBody = student_note.Body;
export type StudentNoteBody = z.output<typeof StudentNoteBody>;

export const studentNoteEndpoints = fileCalls('student-note', 'student_note', student_note, {
  path: '/api/students/notes/{id}/',
  may: { read: 'student.read', record: 'student-note.record' },
  summary: {
    list: "Notes in a student's file, newest first",
    create: "Add a note to a student's file",
    update: 'Change a note, by its ID: its author or the office',
    delete: 'Delete a note, by its ID: its author or the office',
  },
});
