import { expect, test } from 'vitest';
import { authorizationAlerts } from '#domain/sessions/authorization-alerts.ts';
import type { AuthorizedPer } from '#domain/students/student-file.ts';

const open = { end_date: null };
const used = (used_minutes: number, per: AuthorizedPer = 'month') => ({
  ...{ authorised_minutes: 240, used_minutes, left_minutes: 240 - used_minutes, per },
});
const wordsOf = (...args: Parameters<typeof authorizationAlerts>) =>
  authorizationAlerts(...args).map(({ words }) => words);

test.each([
  [0, []],
  [191, []],
  [192, ['80% used']],
  [239, ['99% used']],
  [240, ['Used up']],
  [270, ['Over by 30 min']],
])('after %i of 240 minutes', (minutes, expected) => {
  expect(wordsOf(open, used(minutes), '2026-03-10')).toEqual(expected);
});

test('weekly minutes are meant to be used up; only more is an alert', () => {
  expect(wordsOf(open, used(240, 'week'), '2026-03-10')).toEqual([]);
  expect(wordsOf(open, used(241, 'week'), '2026-03-10')).toEqual(['Over by 1 min']);
});

test.each([
  ['2026-04-10', []],
  ['2026-04-09', ['Ends in 30 days']],
  ['2026-03-11', ['Ends in 1 day']],
  ['2026-03-10', ['Ends today']],
  ['2026-03-09', []],
])('with the last day %s on 2026-03-10', (end_date, expected) => {
  expect(wordsOf({ end_date }, null, '2026-03-10')).toEqual(expected);
});

test('both come together, the minutes first', () => {
  expect(wordsOf({ end_date: '2026-03-12' }, used(240), '2026-03-10')).toEqual(['Used up', 'Ends in 2 days']);
});
