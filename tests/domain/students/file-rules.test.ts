import { describe, expect, test } from 'vitest';
import {
  goalProblems,
  isInForce,
  parentProblems,
  studentNoteProblems,
  studentServiceProblems,
} from '#domain/students/file-rules.ts';

const fields = (problems: object) => Object.keys(problems);

describe("validation in a student's file", () => {
  test.each([
    ['2026-03-01', null, []],
    ['2026-03-01', '2026-03-01', []],
    ['2026-03-01', '2026-02-28', ['target_date']],
  ])('a goal from %s to %s has problems at %j', (start_date, target_date, expected) => {
    expect(fields(goalProblems({ start_date, target_date }))).toEqual(expected);
  });

  test.each([
    ['', '', []],
    ['alma@test.example', '+1 (555) 010-0199 x 4', []],
    ['alma', 'none', ['email', 'phone']],
    ['a b@test.example', '-', ['email', 'phone']],
  ])('a parent at %j and %j has problems at %j', (email, phone, expected) => {
    expect(fields(parentProblems({ email, phone }))).toEqual(expected);
  });

  test('rejects a note dated in the future', () => {
    expect(fields(studentNoteProblems({ note_date: '2026-03-10' }, '2026-03-10'))).toEqual([]);
    expect(fields(studentNoteProblems({ note_date: '2026-03-11' }, '2026-03-10'))).toEqual(['note_date']);
  });

  test.each([
    ['2026-03-10', null, '2026-03-10', true],
    ['2026-03-11', null, '2026-03-10', false],
    ['2026-03-01', '2026-03-10', '2026-03-10', true],
    ['2026-03-01', '2026-03-09', '2026-03-10', false],
  ])('a service from %s to %s is active on %s: %s', (start_date, end_date, day, expected) => {
    expect(isInForce({ start_date, end_date }, day)).toBe(expected);
    expect(studentServiceProblems({ start_date, end_date })).toEqual({});
  });

  test('rejects a service that ends before it begins', () => {
    expect(fields(studentServiceProblems({ start_date: '2026-03-02', end_date: '2026-03-01' }))).toEqual([
      'end_date',
    ]);
  });
});
