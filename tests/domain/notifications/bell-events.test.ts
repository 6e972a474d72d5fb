import { describe, expect, test } from 'vitest';
import { BELL, BELL_EVENTS, bellWords, reachedReminder } from '#domain/notifications/bell-events.ts';

test('every event says what happened, with its day', () => {
  for (const event of BELL_EVENTS) {
    expect(BELL[event].title).not.toBe('');
    expect(bellWords(event, '2026-03-10')).toMatch(/03\/10\/2026.*\.$/);
  }
});

describe('a date that is due', () => {
  test.each([
    [61, null],
    [60, 60],
    [31, 60],
    [30, 30],
    [8, 30],
    [7, 7],
    [0, 7],
    [-1, null],
  ])('in %i days has reached the reminder of %s days', (daysLeft, step) => {
    expect(reachedReminder([60, 30, 7], daysLeft)).toBe(step);
  });
});
