import { expect, test } from 'vitest';
import { elapsedWords } from '#domain/time/elapsed.ts';

const NOW = Date.parse('2026-03-10T18:00:00Z');

test.each([
  ['2026-03-10T18:00:00Z', 'just now'],
  ['2026-03-10T17:59:01Z', 'just now'],
  ['2026-03-10T17:59:00Z', '1 minute ago'],
  ['2026-03-10T17:00:01Z', '59 minutes ago'],
  ['2026-03-10T17:00:00Z', '1 hour ago'],
  ['2026-03-10T14:10:00Z', '3 hours ago'],
  ['2026-03-09T18:00:01Z', '23 hours ago'],
  ['2026-03-09T18:00:00Z', '1 day ago'],
  ['2026-02-08T10:00:00-08:00', '30 days ago'],
  ['2021-03-10T18:00:00Z', '1,826 days ago'],
  // A clock that is fast.
  ['2026-03-10T18:05:00Z', 'just now'],
])('%s is %s', (instant, words) => {
  expect(elapsedWords(instant, NOW)).toBe(words);
});
