import { expect, test } from 'vitest';
import { overCaseloadWords } from '#domain/providers/caseload-limit.ts';

const dana = { name: 'Dana Ruiz', students: 24, max_caseload: 25 };

test('more students than the maximum are named with it', () => {
  expect(overCaseloadWords(dana, 2)).toBe('Dana Ruiz would have 26 students; the maximum is 25.');
});

test.each([
  ['up to the maximum', dana, 1],
  ['without a maximum', { ...dana, max_caseload: null }, 500],
  ['for somebody over it who gets nobody else', { ...dana, students: 30 }, 0],
])('there is no hint %s', (_, caseload, added) => {
  expect(overCaseloadWords(caseload, added)).toBeNull();
});
