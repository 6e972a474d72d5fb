import { expect, test } from 'vitest';
import {
  differingFields,
  fieldsToRestore,
  lastUndoDay,
  suggestedFields,
  takenValues,
  withStudentReplaced,
} from '#domain/students/student-merge.ts';

const STAYS = { first_name: 'Ida', last_name: 'Quist', grade: '', qualifications: [], has_esy: false };
const MERGED = {
  first_name: 'Ida',
  last_name: 'Quistt',
  grade: '3',
  qualifications: ['Autism'],
  has_esy: true,
};

test('fields that differ are listed in reading order; missing and null are the same', () => {
  expect(differingFields(STAYS, MERGED)).toEqual(['last_name', 'grade', 'qualifications', 'has_esy']);
  expect(differingFields({ client: null }, {})).toEqual([]);
});

test('what is empty in the record that stays is suggested from the other one', () => {
  expect(suggestedFields(STAYS, MERGED)).toEqual(['grade', 'qualifications', 'has_esy']);
  expect(suggestedFields(MERGED, STAYS)).toEqual([]);
});

test('only chosen fields that differ are taken', () => {
  expect(takenValues(STAYS, MERGED, ['grade', 'first_name'])).toEqual({ grade: '3' });
});

test('an undo restores what still has the value of the merge, and keeps what was edited since', () => {
  const replaced = { grade: ['', '3'], last_name: ['Quist', 'Quistt'] } as const;
  expect(fieldsToRestore(replaced, { grade: '4', last_name: 'Quistt' })).toEqual({
    restored: { last_name: 'Quist' },
    kept: ['grade'],
  });
});

test('a session names the student who stays once, in the same place', () => {
  expect(withStudentReplaced(['a', 'b', 'c'], 'b', 'x')).toEqual(['a', 'x', 'c']);
  expect(withStudentReplaced(['a', 'b'], 'b', 'a')).toEqual(['a']);
});

test('the undo is possible for 30 days', () => {
  expect(lastUndoDay('2026-11-25')).toBe('2026-12-25');
});
