import { expect, test } from 'vitest';
import { weekNumbers } from '#features/home/week-numbers.ts';

test('a week adds up sessions, minutes and different students, and says how many were delivered', () => {
  expect(
    weekNumbers([
      { student_ids: ['a', 'b'], actual_minutes: 30, attendance: 'delivered' },
      { student_ids: ['a'], actual_minutes: 45, attendance: 'no-show' },
      { student_ids: [], actual_minutes: 20, attendance: 'make-up' },
    ]),
  ).toEqual({ sessions: 3, students: 2, minutes: 95, delivered: 2 });
});

test('a week without sessions comes to nothing', () => {
  expect(weekNumbers([])).toEqual({ sessions: 0, students: 0, minutes: 0, delivered: 0 });
});
