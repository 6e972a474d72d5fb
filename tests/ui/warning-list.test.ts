import { expect, test } from 'vitest';
import { isMissing, uncheckedWarning } from '#ui/warning-list.tsx';

const offline = { isOffline: true, problem: "Can't reach the server." };
const failed = { isOffline: false, problem: 'Something went wrong.' };

test('what the server answered needs no warning', () => {
  expect(isMissing({ isOffline: false, problem: null })).toBe(false);
  expect([offline, failed].map(isMissing)).toEqual([true, true]);
});

test.each([
  [
    [offline, offline],
    "You're offline, so this isn't checked against sessions and lunch breaks of that day.",
  ],
  [
    [offline, failed],
    "The server didn't answer, so this isn't checked against sessions and lunch breaks of that day.",
  ],
])('what is missing is named, with the reason', ([sessions, lunches], words) => {
  const missing = [
    { words: 'sessions', asked: sessions ?? offline },
    { words: 'lunch breaks', asked: lunches ?? offline },
  ];
  expect(uncheckedWarning(missing).words).toBe(words);
});
