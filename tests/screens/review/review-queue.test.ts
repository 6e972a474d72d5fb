import { expect, test } from 'vitest';
import { nearestWaiting, reviewQueue } from '#screens/review/review-queue.ts';

test('notes that arrive during a review are added at the end, and finished ones keep their place', () => {
  expect(reviewQueue(['a', 'b', 'c'], ['c', 'd'])).toEqual(['a', 'b', 'c', 'd']);
});

test.each<[string, string[], 1 | -1, string | null]>([
  ['b', ['a', 'b', 'c'], 1, 'c'],
  ['b', ['a', 'b', 'c'], -1, 'a'],
  ['c', ['a', 'b', 'c'], 1, 'a'],
  ['a', ['a', 'b', 'c'], -1, 'c'],
  // Finished ones are skipped, even as the starting point.
  ['a', ['a', 'd'], 1, 'd'],
  ['b', ['a', 'd'], 1, 'd'],
  ['b', ['a', 'd'], -1, 'a'],
  ['a', ['a'], 1, null],
  ['a', [], 1, null],
  // One that isn't part of the review stands before its first.
  ['x', ['b', 'd'], 1, 'b'],
  ['x', ['b', 'd'], -1, 'd'],
  ['x', ['b'], -1, 'b'],
])('from %s, with %j waiting, the nearest by %i is %s', (from, waiting, by, nearest) => {
  expect(nearestWaiting(['a', 'b', 'c', 'd'], new Set(waiting), from, by)).toBe(nearest);
});
