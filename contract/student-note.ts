import { z } from 'zod';
import { uuid } from '#entities/fields.ts';
import { student_note } from '#entities/student-file.ts';
import { defineEndpoints } from './endpoint.ts';

export const StudentNote = student_note.Row;
export type StudentNote = z.output<typeof StudentNote>;

export const StudentNoteBody = student_note.Body;
export type StudentNoteBody = z.output<typeof StudentNoteBody>;

export const StudentNoteChanges = student_note.Changes;
export type StudentNoteChanges = z.output<typeof StudentNoteChanges>;

const params = z.strictObject({ id: uuid });

export const studentNoteEndpoints = defineEndpoints({
  'student-note.list': {
    method: 'GET',
    path: '/api/students/notes/{id}/',
    summary: 'Notes in the file of a student, newest first',
    policy: 'student.read',
    audited: true,
    params,
    reply: z.array(StudentNote),
  },
  'student-note.create': {
    method: 'POST',
    path: '/api/students/notes/{id}/',
    summary: 'Add a note to the file of the student of the address',
    policy: 'student-note.record',
    params,
    body: StudentNoteBody,
    reply: StudentNote,
    status: 201,
    offline: { entity: 'student_note', effect: 'create', version: 1, address_from: 'student' },
  },
  'student-note.update': {
    method: 'PUT',
    path: '/api/students/notes/{id}/',
    summary: 'Change a note, by its own id; for its author and the office',
    policy: 'student-note.record',
    params,
    body: StudentNoteChanges,
    reply: StudentNote,
    offline: { entity: 'student_note', effect: 'update', version: 1 },
  },
  'student-note.delete': {
    method: 'DELETE',
    path: '/api/students/notes/{id}/',
    summary: 'Delete a note, by its own id; for its author and the office',
    policy: 'student-note.record',
    params,
    offline: { entity: 'student_note', effect: 'delete', version: 1 },
  },
});
