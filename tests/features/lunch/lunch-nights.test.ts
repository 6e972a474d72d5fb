import { expect, test } from 'vitest';
import type { LunchBreak } from '#contract/lunch.ts';
import { endWords, fieldsOfValues, newLunchValues, problemsByValue } from '#features/lunch/lunch-values.ts';

const SPRING = '2027-03-14';
const AUTUMN = '2027-11-07';
const at = (day: string, start_time: string, minutes = 30) => ({
  ...newLunchValues(day, { day, time: '12:00' }),
  start_time,
  minutes,
});

test('a lunch break lasts 30 minutes unless told otherwise', () => {
  expect(newLunchValues('2026-03-10', { day: '2026-03-10', time: '09:00' }).minutes).toBe(30);
});

test.each([
  [SPRING, '01:59', undefined],
  [SPRING, '02:30', expect.stringContaining('does not exist on 03/14/2027')],
  [SPRING, '03:00', undefined],
  [AUTUMN, '01:30', undefined],
])('a lunch break on %s at %s has this error at its start: %j', (day, time, problem) => {
  expect(problemsByValue({}, at(day, time)).start_time).toEqual(problem);
});

test.each([
  [SPRING, '01:45', 30, 'Until 3:15 AM'],
  [SPRING, '12:00', 30, 'Until 12:30 PM'],
  [AUTUMN, '01:45', 30, 'Until 1:15 AM. Clocks show 1:45 AM twice on 11/07/2027; this is the first one.'],
  [AUTUMN, '00:45', 30, 'Until 1:15 AM'],
])('a lunch break on %s at %s for %i minutes says: %s', (day, time, minutes, words) => {
  expect(endWords(at(day, time, minutes), null)).toBe(words);
});

test('a lunch break that was punched in the second 1:30 AM keeps its instant', () => {
  const punched = { lunch_start_time: '2027-11-07T09:30:12.000Z' } as LunchBreak;
  expect(fieldsOfValues(at(AUTUMN, '01:30'), punched).lunch_start_time).toBe('2027-11-07T09:30:12.000Z');
  expect(endWords(at(AUTUMN, '01:30'), punched)).toBe('Until 2:00 AM');
});
