import { expect, test } from 'vitest';
import { weekNumbers } from '#features/home/week-numbers.ts';

test('a week adds up sessions, minutes and different students, and says how many were delivered', () => {
  expect(
    weekNumbers([
      { student_ids: ['a', 'b'], direct_minutes: 25, indirect_minutes: 5, attendance: 'delivered' },
      { student_ids: ['a'], direct_minutes: 45, indirect_minutes: 0, attendance: 'no-show' },
      { student_ids: [], direct_minutes: 20, indirect_minutes: 0, attendance: 'make-up' },
      { student_ids: ['a'], direct_minutes: 30, indirect_minutes: 0, attendance: 'provider-absent' },
    ]),
  ).toEqual({ sessions: 4, students: 2, minutes: 95, delivered: 2 });
});

test('a week without sessions comes to nothing', () => {
  expect(weekNumbers([])).toEqual({ sessions: 0, students: 0, minutes: 0, delivered: 0 });
});
