import { expect, test } from 'vitest';
import { counted, countedOf } from '#domain/text/counted.ts';

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [1_240, '1,240 entries'],
])('%i of a kind are said with the right number', (count, words) => {
  expect(counted(count, 'entry', 'entries')).toBe(words);
});

test('what is shown of all is said only where something is left out', () => {
  expect(countedOf(12, 1_600, 'student')).toBe('12 of 1,600 students');
  expect(countedOf(1, 1, 'student')).toBe('1 student');
});
