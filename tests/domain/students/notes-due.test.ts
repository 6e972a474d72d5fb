import { expect, test } from 'vitest';
import { notesDue } from '#domain/students/notes-due.ts';

const session = (id: string, attendance = 'delivered', student_ids = ['anna', 'ben']) => ({
  id,
  attendance,
  student_ids,
});

test.each([
  ['no session', [], [], 0],
  ['a session without a note', [session('one')], [], 1],
  ['one that was made up', [session('one', 'make-up')], [], 1],
  ['one that the student missed', [session('one', 'student-absent')], [], 0],
  ["another student's", [session('one', 'delivered', ['ben'])], [], 0],
  ['a draft', [session('one')], [['one', 'anna', 'draft']], 1],
  ['a signed note', [session('one')], [['one', 'anna', 'signed']], 0],
  ['a co-signed note', [session('one')], [['one', 'anna', 'co-signed']], 0],
  ['a note that came back', [session('one')], [['one', 'anna', 'returned']], 1],
  ["the other child's signed note", [session('one')], [['one', 'ben', 'signed']], 1],
])('with %s the notes due are counted', (_, sessions, notes, expected) => {
  const rows = notes.map(([id = '', student = '', state = '']) => ({ session: id, student, state }));
  expect(notesDue('anna', sessions, rows)).toBe(expected);
});
