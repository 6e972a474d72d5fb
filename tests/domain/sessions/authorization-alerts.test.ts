import { describe, expect, test } from 'vitest';
import { authorizationAlerts, authorizationUsed, endedAlert } from '#domain/sessions/authorization-alerts.ts';
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

test.each([
  [0, []],
  [239, []],
  [240, ['Used up']],
  [241, ['Over by 1 min']],
])('after %i of 240 minutes of a week', (minutes, expected) => {
  expect(wordsOf(open, used(minutes, 'week'), '2026-03-10')).toEqual(expected);
});

test('weekly minutes are meant to be used up: lists count only those that are exceeded', () => {
  expect(authorizationUsed(used(240, 'week'))).toBeNull();
  expect(authorizationUsed(used(241, 'week'))).toBe('up');
  expect(authorizationUsed(used(240))).toBe('up');
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

describe('a service that ended on 2026-03-09', () => {
  const row = (start_date: string, end_date: string | null, service = 'speech') => ({
    ...{ student: 'maya', service, start_date, end_date },
  });
  const ended = row('2025-09-01', '2026-03-09');
  const TODAY = '2026-03-13';
  const alertOf = (others: (typeof ended)[], days: string[], today = TODAY) =>
    endedAlert(ended, [ended, ...others], days, today)?.words ?? null;

  test('is announced while there are sessions after it', () => {
    expect(alertOf([], ['2026-03-09', '2026-03-10'])).toBe('Ended 03/09/2026');
    expect(alertOf([row('2025-09-01', null, 'motor')], ['2026-04-20'])).toBe('Ended 03/09/2026');
  });

  test.each<[string, (typeof ended)[], string[], string]>([
    ['nothing comes after it', [], ['2026-03-02', '2026-03-09'], TODAY],
    ['it is renewed', [row('2026-03-10', null)], ['2026-03-12'], TODAY],
    ['it is renewed from a later day on', [row('2026-03-16', '2026-06-30')], ['2026-03-12'], TODAY],
    [
      'another authorization of the service covers the days',
      [row('2025-07-01', null)],
      ['2026-03-12'],
      TODAY,
    ],
    ['its last day is today', [], ['2026-03-12'], '2026-03-09'],
    ['another school year has begun', [], ['2026-07-06'], '2026-07-10'],
  ])('is not announced if %s', (_, others, days, today) => {
    expect(alertOf(others, days, today)).toBeNull();
  });
});
