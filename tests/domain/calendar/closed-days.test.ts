import { expect, test } from 'vitest';
import { closedDaysOf } from '#domain/calendar/closed-days.ts';

test.each([
  ['2026-03-10', '2026-03-10', ['2026-03-10']],
  ['2026-03-12', '2026-03-17', ['2026-03-12', '2026-03-13', '2026-03-16', '2026-03-17']],
  ['2026-03-14', '2026-03-15', ['2026-03-14', '2026-03-15']],
  ['2026-03-15', '2026-03-14', []],
])('schools closed from %s to %s: %j', (first, last, days) => {
  expect(closedDaysOf(first, last)).toEqual(days);
});
