import { describe, expect, test } from 'vitest';
import {
  lastDue,
  mailedDays,
  nextDue,
  type RhythmTerms,
  rhythmWords,
} from '#domain/reports/report-rhythm.ts';
import { nextTryAt } from '#domain/reports/report-sending.ts';
import { addressOfView, viewOf } from '#domain/reports/report-view.ts';

const PERIODS = [
  { start_date: '2026-03-01', end_date: '2026-03-15' },
  { start_date: '2026-03-16', end_date: '2026-03-31' },
];
const terms = (changes: Partial<RhythmTerms>): RhythmTerms => ({
  ...{ rhythm: 'daily', weekday: null, month_day: null, days_after: null, send_at: '07:00' },
  ...changes,
});

describe('when a report is due', () => {
  test.each<[string, Partial<RhythmTerms>, string, string | null]>([
    ['every day, today', {}, '2026-03-10T13:00:00Z', '2026-03-10T14:00:00.000Z'],
    ['every day, not at the same instant again', {}, '2026-03-10T14:00:00Z', '2026-03-11T14:00:00.000Z'],
    [
      'an hour earlier in UTC once clocks went forward',
      {},
      '2026-03-07T16:00:00Z',
      '2026-03-08T14:00:00.000Z',
    ],
    [
      'on the next Monday',
      { rhythm: 'weekly', weekday: 1 },
      '2026-03-10T13:00:00Z',
      '2026-03-16T14:00:00.000Z',
    ],
    ['on day 31', { rhythm: 'monthly', month_day: 31 }, '2026-03-10T13:00:00Z', '2026-03-31T14:00:00.000Z'],
    [
      'on the last day of a month without day 31',
      { rhythm: 'monthly', month_day: 31 },
      '2026-04-01T13:00:00Z',
      '2026-04-30T14:00:00.000Z',
    ],
    [
      'two days after a pay period',
      { rhythm: 'pay-period', days_after: 2 },
      '2026-03-10T13:00:00Z',
      '2026-03-17T14:00:00.000Z',
    ],
    [
      'never after the last pay period',
      { rhythm: 'pay-period', days_after: 2 },
      '2026-04-10T13:00:00Z',
      null,
    ],
  ])('%s', (_, changes, after, due) => {
    expect(nextDue(terms(changes), after, PERIODS)).toBe(due);
  });

  test.each<[string, string, string, string | null]>([
    ['nothing before its time', '2026-03-09T20:00:00Z', '2026-03-10T13:59:59Z', null],
    ['at its time', '2026-03-09T20:00:00Z', '2026-03-10T14:00:00Z', '2026-03-10T14:00:00.000Z'],
    [
      'once after days without a server',
      '2026-03-01T20:00:00Z',
      '2026-03-10T20:00:00Z',
      '2026-03-10T14:00:00.000Z',
    ],
    ['not what was due before it was set up', '2026-03-10T14:00:00Z', '2026-03-10T20:00:00Z', null],
  ])('sends %s', (_, after, until, due) => {
    expect(lastDue(terms({}), { after, until }, PERIODS)).toBe(due);
  });
});

test.each([
  ['usual', null],
  ['last-7-days', ['2026-03-11', '2026-03-17']],
  ['last-week', ['2026-03-09', '2026-03-15']],
  ['this-month', ['2026-03-01', '2026-03-18']],
  ['last-month', ['2026-02-01', '2026-02-28']],
  ['last-pay-period', ['2026-03-01', '2026-03-15']],
] as const)('a report of %s is about its days', (days, span) => {
  expect(mailedDays(days, '2026-03-18', PERIODS)).toEqual(span && { from: span[0], to: span[1] });
});

test('an email that fails is tried again after 5, 15, 60, and 240 minutes', () => {
  const minutes = [1, 2, 3, 4, 5].map((attempts) => {
    const at = nextTryAt(attempts, '2026-03-10T00:00:00.000Z');
    return at === null ? null : (Date.parse(at) - Date.parse('2026-03-10T00:00:00Z')) / 60_000;
  });
  expect(minutes).toEqual([5, 15, 60, 240, null]);
});

test('a view keeps filters, sorting, and columns, and leaves the days out', () => {
  const address = { client: 'a&b=c', late: true, sort: '-due', from: '2026-03-01', period: '2026-03-01' };
  expect(addressOfView(viewOf(address))).toEqual({ client: 'a&b=c', late: 'true', sort: '-due' });
});

test.each([
  [{ rhythm: 'weekly', weekday: 1 }, 'Every Monday at 7:00\u00a0AM'],
  [{ rhythm: 'monthly', month_day: 31 }, 'On day 31 of each month, or its last day, at 7:00\u00a0AM'],
  [{ rhythm: 'pay-period', days_after: 1 }, '1 day after each pay period at 7:00\u00a0AM'],
] as const)('says when: %j', (changes, words) => {
  expect(rhythmWords(terms(changes))).toBe(words);
});
