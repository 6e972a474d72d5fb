import { describe, expect, test } from 'vitest';
import { sortedRows } from '#domain/files/row-order.ts';
import { gradeOrder, nextGrade } from '#domain/students/next-grade.ts';

describe('the grade after a grade', () => {
  test.each([
    ['TK', 'K'],
    ['K', '1'],
    ['Kindergarten', '1'],
    ['1', '2'],
    [' 9 ', '10'],
    ['11', '12'],
    ['Grade 5', 'Grade 6'],
    ['1st', '2nd'],
    ['3rd', '4th'],
    ['5th grade', '6th grade'],
  ])('%s becomes %s', (grade, grown) => {
    expect(nextGrade(grade)).toEqual({ kind: 'next', grade: grown });
  });

  test.each(['12', '12th', 'Grade 12'])('%s leaves school', (grade) => {
    expect(nextGrade(grade)).toEqual({ kind: 'leaves' });
  });

  test.each(['', '0', '13', 'SDC', 'Ungraded', '5/6'])('“%s” is for a person to decide', (grade) => {
    expect(nextGrade(grade)).toEqual({ kind: 'unknown' });
  });
});

test('grades are sorted as schools do, and students without one are last', () => {
  const grades = ['', '10', 'K', 'Adult', '2', 'Grade 3', 'TK', '1st'];
  const sorted = ['TK', 'K', '1st', '2', 'Grade 3', '10', 'Adult', ''];
  expect(sortedRows(grades, gradeOrder, false)).toEqual(sorted);
});
