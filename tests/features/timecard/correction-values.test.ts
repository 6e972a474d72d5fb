import { describe, expect, test } from 'vitest';
import type { Timecard } from '#contract/timecard.ts';
import {
  type CorrectionValues,
  fieldsOfCorrection,
  skippedTimes,
  valuesOfCard,
} from '#features/timecard/correction-values.ts';

const SPRING = '2027-03-14';
const AUTUMN = '2027-11-07';

function card(work_date: string, started_at: string, ended_at: string | null, pause?: [string, string]) {
  const breaks =
    pause === undefined
      ? []
      : [{ kind: 'pause', started_at: pause[0], ended_at: pause[1], lunch_id: null } as const];
  return { work_date, started_at, ended_at, breaks } as unknown as Timecard;
}

function entered(of: Timecard, changes: Partial<CorrectionValues>) {
  return { ...valuesOfCard(of), ...changes };
}

describe('a corrected punch on the night clocks go forward', () => {
  // From 10:00 PM on the 13th to 6:00 AM on the 14th: seven hours.
  const night = card('2027-03-13', '2027-03-14T06:00:00.000Z', '2027-03-14T13:00:00.000Z');
  const early = card(SPRING, '2027-03-14T09:00:00.000Z', '2027-03-14T13:00:00.000Z', [
    '2027-03-14T10:00:00.000Z',
    '2027-03-14T10:15:00.000Z',
  ]);

  test.each<[string, Timecard, Partial<CorrectionValues>, string[]]>([
    ['a start', early, { start: '02:30' }, ['started_at']],
    ['an end', early, { end: '02:30' }, ['ended_at']],
    ['an end on the day after the start', night, { end: '02:30' }, ['ended_at']],
    ['the start of a pause', early, { breaks: [{ start: '02:10', end: '03:15' }] }, ['breaks']],
    ['the end of a pause', early, { breaks: [{ start: '01:50', end: '02:10' }] }, ['breaks']],
    ['nothing', early, {}, []],
    ['a time after the gap', early, { start: '03:00' }, []],
    ['a start on the evening before', night, { start: '21:30' }, []],
  ])("%s that doesn't exist is rejected at its field", (_, of, changes, fields) => {
    const problems = skippedTimes(entered(of, changes), of);
    expect(Object.keys(problems)).toEqual(fields);
    for (const words of Object.values(problems)) expect(words).toContain('does not exist on 03/14/2027');
  });

  test('an end after the gap is the instant that clocks show', () => {
    expect(fieldsOfCorrection(entered(night, { end: '03:30' }), night)).toMatchObject({
      ended_at: '2027-03-14T10:30:00.000Z',
    });
  });
});

describe('a corrected punch on the night clocks go back', () => {
  // From the first 1:40 AM to 4:00 AM.
  const shift = card(AUTUMN, '2027-11-07T08:40:00.000Z', '2027-11-07T12:00:00.000Z');
  // Started at the second 1:40 AM.
  const late = card(AUTUMN, '2027-11-07T09:40:30.000Z', '2027-11-07T12:00:00.000Z');

  test('an end of 1:20 AM after a start of 1:40 AM is the second one', () => {
    expect(fieldsOfCorrection(entered(shift, { end: '01:20' }), shift)).toMatchObject({
      ended_at: '2027-11-07T09:20:00.000Z',
    });
  });

  test('a start that was not moved stays the second 1:40 AM, to its second', () => {
    expect(fieldsOfCorrection(entered(late, { end: '03:00' }), late)).toEqual({
      ended_at: '2027-11-07T11:00:00.000Z',
      reason: '',
    });
  });

  test('a start that is entered is the first of both', () => {
    expect(fieldsOfCorrection(entered(shift, { start: '01:20' }), shift)).toMatchObject({
      started_at: '2027-11-07T08:20:00.000Z',
    });
  });
});
