import { expect, test } from 'vitest';
import { leavesScreen } from '#app/shell/leave-question.tsx';

test.each([
  ['/my-sessions', '/home', 'PUSH', true],
  ['/my-sessions', '/', 'REPLACE', true],
  ['/my-sessions', '/my-sessions/info/7', 'PUSH', true],
  ['/my-sessions', '/my-sessions', 'PUSH', false],
  ['/my-sessions', '/my-sessions/', 'REPLACE', false],
  ['/my-sessions', '/my-sessions', 'BACK', true],
  ['/my-sessions', '/my-sessions', 'GO', true],
  ['/my-sessions', '/home', 'BACK', true],
])('going from %s to %s by %s discards what is on the screen: %s', (from, to, action, isLeft) => {
  expect(leavesScreen({ from, to, action })).toBe(isLeft);
});
