import { expect, test } from 'vitest';
import { owedWords } from '#features/sessions/make-up-field.tsx';

test.each([
  [
    'no makeup is owed',
    { result: [], isOffline: false, problem: null },
    'No makeups owed for these students.',
  ],
  ['they are loading', { result: undefined, isOffline: false, problem: null }, 'Loading makeups owed…'],
  [
    'the device is offline',
    { result: undefined, isOffline: true, problem: "Can't reach the server." },
    "You're offline, so makeups owed can't be listed here.",
  ],
  [
    "the server doesn't answer",
    { result: undefined, isOffline: false, problem: 'Something went wrong.' },
    "Makeups owed can't be listed. The server didn't answer.",
  ],
])('the choice of a missed session says that %s', (_, found, words) => {
  expect(owedWords(found, 0)).toBe(words);
});
