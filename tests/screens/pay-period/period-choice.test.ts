import { describe, expect, test } from 'vitest';
import { type Period, periodChoice } from '#screens/pay-period/period-choice.ts';

const period = (start_date: string, end_date: string) => ({ start_date, end_date }) as Period;
const FEBRUARY = period('2026-02-16', '2026-02-28');
const MARCH = period('2026-03-01', '2026-03-15');
const NEXT = period('2026-03-16', '2026-03-31');
const ALL = [FEBRUARY, MARCH, NEXT];

describe('the pay period that a screen opens on', () => {
  test.each([
    ['the one that runs', undefined, {}, MARCH],
    ['the newest that is over, where hours are approved', undefined, { opensClosed: true }, FEBRUARY],
    ['the one that the address names', '2026-03-01', { opensClosed: true }, MARCH],
    ['the one that ran when the form was opened', undefined, { openedOn: '2026-02-28' }, FEBRUARY],
  ])('is %s', (_, start, opens, expected) => {
    expect(periodChoice(ALL, start, { today: '2026-03-15', ...opens }).period).toBe(expected);
  });

  test('is the current one if none is over yet', () => {
    expect(periodChoice([MARCH], undefined, { today: '2026-03-09', opensClosed: true }).period).toBe(MARCH);
  });

  test("is never one that hasn't started", () => {
    expect(periodChoice(ALL, '2026-03-16', { today: '2026-03-15' }).period).toBe(MARCH);
  });
});
