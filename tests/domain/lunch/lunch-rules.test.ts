import { describe, expect, test } from 'vitest';
import { lunchProblems, recordsLunch } from '#domain/lunch/lunch-rules.ts';

describe('a lunch break', () => {
  test.each([
    ['at noon today', '2026-03-10T19:00:00Z', null],
    ['at the last minute of tomorrow, Pacific', '2026-03-12T06:59:00Z', null],
    ['at the first minute of the day after', '2026-03-12T07:00:00Z', 'lunch_start_time'],
    ['at the first minute of the day two years ago', '2024-03-10T08:00:00Z', null],
    ['a minute before that', '2024-03-10T07:59:00Z', 'lunch_start_time'],
  ])('%s', (_, lunch_start_time, field) => {
    expect(Object.keys(lunchProblems({ lunch_start_time }, '2026-03-10'))).toEqual(
      field === null ? [] : [field],
    );
  });

  test.each([
    ['w2_nonexempt', true],
    ['w2_exempt', false],
    ['contractor', false],
    ['', false],
    ['W2_NONEXEMPT', false],
  ])('is recorded by %j: %s', (emp, expected) => {
    expect(recordsLunch(emp)).toBe(expected);
  });
});
