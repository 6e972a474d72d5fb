import { describe, expect, test } from 'vitest';
import { endAfterChange, lunchProblems, minutesPunched, recordsLunch } from '#domain/lunch/lunch-rules.ts';

describe('a lunch break', () => {
  test.each([
    ['at noon today', '2026-03-10T19:00:00Z', null],
    ['at the last minute of tomorrow, Pacific', '2026-03-12T06:59:00Z', null],
    ['at the first minute of the day after', '2026-03-12T07:00:00Z', 'lunch_start_time'],
    ['at the first minute of the day two years ago', '2024-03-10T08:00:00Z', null],
    ['a minute before that', '2024-03-10T07:59:00Z', 'lunch_start_time'],
  ])('%s', (_, lunch_start_time, field) => {
    expect(Object.keys(lunchProblems({ lunch_start_time }, '2026-03-10'))).toEqual(
      field === null ? [] : [field],
    );
  });

  test.each([
    ['w2_nonexempt', true],
    ['w2_exempt', false],
    ['contractor', false],
    ['', false],
    ['W2_NONEXEMPT', false],
  ])('is recorded by %j: %s', (emp, expected) => {
    expect(recordsLunch(emp)).toBe(expected);
  });
});

describe('the end of a punched break', () => {
  const punched = {
    lunch_start_time: '2026-03-10T19:00:05.000Z',
    lunch_end_time: '2026-03-10T19:31:30.000Z',
    lunch_duration: 31,
    source: 'punch' as const,
  };
  test.each([
    ['keeps its seconds when other fields change', punched, {}, '2026-03-10T19:31:30.000Z'],
    ['is recomputed from a changed duration', punched, { lunch_duration: 25 }, '2026-03-10T19:25:05.000Z'],
    [
      'moves with a changed start',
      punched,
      { lunch_start_time: '2026-03-10T19:10:00.000Z' },
      '2026-03-10T19:41:00.000Z',
    ],
    ['is what was entered', punched, { lunch_end_time: null }, null],
    ['stays open while it runs', { ...punched, lunch_end_time: null }, { lunch_duration: 25 }, null],
    [
      'is none of the form',
      { ...punched, source: 'manual' as const, lunch_end_time: null },
      { lunch_duration: 5 },
      null,
    ],
  ])('%s', (_, before, changes, end) => {
    expect(endAfterChange(before, changes)).toBe(end);
  });

  test.each([
    ['19:29:59', 29],
    ['19:30:00', 30],
    ['19:00:10', 1],
    ['23:59:00', 240],
  ])('at %s gives whole minutes', (end, minutes) => {
    expect(minutesPunched('2026-03-10T19:00:00.000Z', `2026-03-10T${end}.000Z`)).toBe(minutes);
  });

  test("can't be before the start", () => {
    const entry = { lunch_start_time: '2026-03-10T19:00:00Z', lunch_end_time: '2026-03-10T18:59:59Z' };
    expect(Object.keys(lunchProblems(entry, '2026-03-10'))).toEqual(['lunch_end_time']);
  });
});
