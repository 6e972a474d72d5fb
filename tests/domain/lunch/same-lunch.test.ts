import { describe, expect, test } from 'vitest';
import {
  enteredAlready,
  type LunchTimes,
  lunchTimeWords,
  punchedAlready,
  punchedAlreadyWords,
} from '#domain/lunch/same-lunch.ts';
import { pacificInstant } from '#domain/time/pacific.ts';

const at = (time: string) => pacificInstant('2026-03-10', time);

function lunch(id: string, start: string, changes: Partial<LunchTimes> = {}): LunchTimes {
  return {
    ...{ id, lunch_start_time: at(start), lunch_end_time: null, lunch_duration: 30 },
    ...{ waiver_type: '', exception_reason: '', source: 'manual' },
    ...changes,
  };
}
const punched = (start: string, end: string | null) =>
  lunch('punched', start, { source: 'punch', lunch_end_time: end === null ? null : at(end) });

describe('a lunch entry from the form', () => {
  test.each([
    ['covers the same minutes', '12:00', punched('12:00', '12:30'), true],
    ['begins within it', '12:29', punched('12:00', '12:30'), true],
    ['begins as it ends', '12:30', punched('12:00', '12:30'), false],
    ['ends as it begins', '11:30', punched('12:00', '12:30'), false],
    ['is within the planned time of a running one', '12:20', punched('12:00', null), true],
    ['is after the planned time of a running one', '12:30', punched('12:00', null), false],
  ])('is the punched one where it %s', (_, start, other, isSame) => {
    expect(punchedAlready(lunch('entered', start), [other])).toBe(isSame ? other : null);
  });

  test.each([
    ['waived', { waiver_type: 'first_meal_6h' as const }],
    ['no meal', { exception_reason: 'not-provided' as const }],
    ['taken on duty', { waiver_type: 'on_duty' as const }],
  ])('is another one where it is %s', (_, changes) => {
    expect(punchedAlready(lunch('entered', '12:00', changes), [punched('12:00', '12:30')])).toBeNull();
  });

  test('never matches itself or another form entry', () => {
    const other = lunch('other', '12:00');
    expect(punchedAlready(lunch('other', '12:00'), [other])).toBeNull();
    expect(punchedAlready(lunch('entered', '12:00'), [other])).toBeNull();
  });

  test('names the punched one in the message', () => {
    expect(punchedAlreadyWords(punched('12:05', '12:35'))).toBe(
      'You punched lunch (12:05–12:35 PM). Change that one instead.',
    );
    expect(lunchTimeWords(punched('12:05', null))).toBe('(since 12:05 PM)');
    expect(lunchTimeWords(lunch('entered', '12:05'))).toBe('(12:05–12:35 PM)');
  });
});

describe('a punch', () => {
  const entered = lunch('entered', '12:00');
  test.each([
    ['within it', '12:10', true],
    ['shortly before it', '11:45', true],
    ['after it', '12:30', false],
    ['long before it', '11:30', false],
  ])('uses the form entry when it begins %s', (_, start, isTaken) => {
    expect(enteredAlready(punched(start, null), [entered], [])).toBe(isTaken ? entered : null);
  });

  test('uses no entry that was punched, is already used by a punch, or is not a meal', () => {
    const start = punched('12:00', null);
    expect(enteredAlready(start, [lunch('other', '12:00', { source: 'punch' })], [])).toBeNull();
    expect(enteredAlready(start, [entered], ['entered'])).toBeNull();
    expect(enteredAlready(start, [lunch('w', '12:00', { waiver_type: 'on_duty' })], [])).toBeNull();
  });
});
