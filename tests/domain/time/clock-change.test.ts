import { describe, expect, test } from 'vitest';
import { type EventTimes, eventProblems } from '#domain/calendar/event-rules.ts';
import { occurrenceOn, type SeriesEvent } from '#domain/calendar/series.ts';
import type { SessionEntry } from '#domain/sessions/session.ts';
import { sessionEnd, sessionProblems, spansOverlap } from '#domain/sessions/session-rules.ts';
import {
  dayMinutes,
  existingTime,
  hasClockChange,
  minutesBetween,
  minutesSinceMidnight,
  pacificInstantAfter,
  repeatedTimeWords,
  skippedTimeProblem,
  wallAfter,
} from '#domain/time/clock-change.ts';
import { pacificInstant, pacificTime } from '#domain/time/pacific.ts';

/** Clocks go forward from 2:00 AM to 3:00 AM. */
const SPRING = '2027-03-14';
/** Clocks go back from 2:00 AM to 1:00 AM. */
const AUTUMN = '2027-11-07';
const USUAL = '2027-03-15';

const EVERY_MINUTE = Array.from(
  { length: 1_440 },
  (_, n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
);

describe('a skipped time', () => {
  test.each([
    [SPRING, '01:59', false],
    [SPRING, '02:00', true],
    [SPRING, '02:30', true],
    [SPRING, '02:59', true],
    [SPRING, '03:00', false],
    [USUAL, '02:30', false],
    [AUTUMN, '01:30', false],
    [AUTUMN, '02:30', false],
    ['', '02:30', false],
    [SPRING, '', false],
    ['2027-13-41', '02:30', false],
  ])('%s %s: %s', (day, time, isSkipped) => {
    expect(skippedTimeProblem(day, time) !== null).toBe(isSkipped);
  });

  test("is exactly one that doesn't round-trip through its instant", () => {
    for (const day of [SPRING, AUTUMN, USUAL]) {
      const skipped = EVERY_MINUTE.filter((time) => skippedTimeProblem(day, time) !== null);
      expect(skipped).toEqual(EVERY_MINUTE.filter((time) => pacificTime(pacificInstant(day, time)) !== time));
    }
  });

  test('names the times that exist', () => {
    expect(skippedTimeProblem(SPRING, '02:30')).toBe(
      '2:30 AM does not exist on 03/14/2027: clocks go forward from 2:00 AM to 3:00 AM. ' +
        'Enter a time before 2:00 AM or from 3:00 AM.',
    );
  });

  test.each([
    [SPRING, '02:30', SPRING, '03:30'],
    [SPRING, '01:30', SPRING, '01:30'],
    [USUAL, '02:30', USUAL, '02:30'],
  ])('%s %s moves to %s %s', (day, time, toDay, toTime) => {
    expect(existingTime({ day, time })).toEqual({ day: toDay, time: toTime });
  });
});

test.each([
  [AUTUMN, '00:59', false],
  [AUTUMN, '01:00', true],
  [AUTUMN, '01:59', true],
  [AUTUMN, '02:00', false],
  [SPRING, '01:30', false],
  [USUAL, '01:30', false],
])('%s %s comes twice: %s', (day, time, isRepeated) => {
  expect(repeatedTimeWords(day, time) !== null).toBe(isRepeated);
});

describe('real minutes', () => {
  test.each([
    [SPRING, 1_380, true],
    [AUTUMN, 1_500, true],
    [USUAL, 1_440, false],
    ['', 1_440, false],
  ])('%s has %i', (day, minutes, changes) => {
    expect(dayMinutes(day)).toBe(minutes);
    expect(hasClockChange(day, day)).toBe(changes);
  });

  test.each([
    [SPRING, '01:30', 30, SPRING, '03:00'],
    [SPRING, '01:30', 60, SPRING, '03:30'],
    [SPRING, '00:00', 120, SPRING, '03:00'],
    [SPRING, '23:30', 30, USUAL, '00:00'],
    ['2027-03-13', '23:00', 240, SPRING, '04:00'],
    [SPRING, '03:30', -60, SPRING, '01:30'],
    [AUTUMN, '00:30', 60, AUTUMN, '01:30'],
    [AUTUMN, '00:30', 120, AUTUMN, '01:30'],
    [AUTUMN, '00:30', 180, AUTUMN, '02:30'],
    [AUTUMN, '01:30', 60, AUTUMN, '01:30'],
    [AUTUMN, '01:30', 90, AUTUMN, '02:00'],
    [USUAL, '01:30', 60, USUAL, '02:30'],
    ['', '09:00', 30, '', '09:30'],
  ])('%s %s and %i minutes is %s %s', (day, time, minutes, endDay, endTime) => {
    expect(wallAfter({ day, time }, minutes)).toEqual({ day: endDay, time: endTime });
  });

  test('match the instants for every minute of both nights', () => {
    for (const day of [SPRING, AUTUMN, USUAL]) {
      const midnight = Date.parse(pacificInstant(day, '00:00'));
      for (const time of EVERY_MINUTE) {
        expect([time, minutesSinceMidnight({ day, time })]).toEqual([
          time,
          (Date.parse(pacificInstant(day, time)) - midnight) / 60_000,
        ]);
      }
    }
  });

  test.each<[string, string, string, number[]]>([
    [SPRING, '01:30', '03:30', [60]],
    [SPRING, '00:00', '12:00', [660]],
    [AUTUMN, '00:30', '01:30', [60, 120]],
    [AUTUMN, '01:45', '01:15', [30]],
    [AUTUMN, '01:30', '01:30', [60]],
    [AUTUMN, '00:30', '02:30', [180]],
    [USUAL, '01:30', '03:30', [120]],
    [USUAL, '01:30', '01:30', [0]],
  ])('on %s from %s to %s: %j', (day, start, end, minutes) => {
    expect(minutesBetween({ day, time: start }, { day, time: end })).toEqual(minutes);
  });

  test.each([
    // The first 01:20 of the fall night, or the second if the first has passed.
    ['01:20', `${AUTUMN}T07:00:00Z`, '2027-11-07T08:20:00.000Z'],
    ['01:20', `${AUTUMN}T08:40:00Z`, '2027-11-07T09:20:00.000Z'],
    ['03:20', `${AUTUMN}T08:40:00Z`, '2027-11-07T11:20:00.000Z'],
  ])('%s after %s is %s', (time, after, instant) => {
    expect(pacificInstantAfter({ day: AUTUMN, time }, after)).toBe(instant);
  });
});

describe('a session', () => {
  const entry = (session_date: string, start_time: string, end_time: string, minutes: number) =>
    ({
      ...{ student_ids: ['s1'], setting: 'individual', attendance: 'delivered' },
      ...{ session_date, start_time, end_time, scheduled_minutes: minutes, actual_minutes: minutes },
      ...{ direct_minutes: minutes, indirect_minutes: 0, reason: '', duration_reason: '' },
    }) as SessionEntry;

  test.each<[string, string, string, number, string[]]>([
    [SPRING, '01:30', '03:30', 60, []],
    [SPRING, '01:30', '02:30', 60, ['end_time']],
    [SPRING, '02:30', '03:30', 60, ['start_time']],
    [SPRING, '03:00', '03:30', 30, []],
    [SPRING, '22:00', '00:00', 120, []],
    [AUTUMN, '01:30', '01:30', 60, []],
    [AUTUMN, '00:30', '02:30', 180, []],
    [AUTUMN, '00:30', '02:30', 120, ['end_time']],
    [AUTUMN, '22:00', '00:00', 120, []],
    [AUTUMN, '23:00', '00:30', 90, ['actual_minutes']],
  ])('on %s from %s to %s with %i minutes: %j', (day, start, end, minutes, fields) => {
    expect(Object.keys(sessionProblems(entry(day, start, end, minutes), day))).toEqual(fields);
  });

  test('from 01:30 for 60 minutes ends at 03:30 in spring and at the second 01:30 in autumn', () => {
    expect(sessionEnd({ session_date: SPRING, start_time: '01:30' }, 60)).toBe('03:30');
    expect(sessionEnd({ session_date: AUTUMN, start_time: '01:30' }, 60)).toBe('01:30');
  });

  test.each([
    [SPRING, '01:30', 60, '03:00', true],
    [SPRING, '01:30', 60, '03:30', false],
    [AUTUMN, '01:30', 90, '02:00', false],
    [AUTUMN, '00:30', 90, '01:15', true],
    [USUAL, '01:30', 60, '03:00', false],
  ])('on %s from %s for %i minutes overlaps one at %s: %s', (day, start_time, minutes, other, overlaps) => {
    const first = { id: 'a', day, start_time, minutes };
    expect(spansOverlap(first, { id: 'b', day, start_time: other, minutes: 30 })).toBe(overlaps);
  });
});

describe('an event', () => {
  const event = (day: string, start: string, end: string, duration: number): EventTimes => ({
    ...{ event_start_date: day, event_start_time: start, event_end_date: day, event_end_time: end, duration },
    ...{ recurring: false, recurring_type: '', recurring_timeframe: '', recurring_days: [] },
    original_id: null,
  });

  test.each<[string, string, string, number, string[]]>([
    [SPRING, '01:30', '03:30', 60, []],
    [SPRING, '01:30', '03:30', 120, ['duration']],
    [SPRING, '02:30', '03:30', 60, ['event_start_time']],
    [SPRING, '01:30', '02:30', 60, ['event_end_time']],
    [SPRING, '02:10', '02:40', 30, ['event_start_time', 'event_end_time']],
    [AUTUMN, '01:30', '01:30', 60, []],
    [AUTUMN, '01:45', '01:15', 30, []],
    [AUTUMN, '00:30', '01:30', 60, []],
    [AUTUMN, '00:30', '01:30', 120, []],
    [AUTUMN, '00:30', '02:30', 120, ['duration']],
    [USUAL, '02:30', '03:30', 60, []],
  ])('on %s from %s to %s with %i minutes: %j', (day, start, end, duration, fields) => {
    expect(Object.keys(eventProblems(event(day, start, end, duration)))).toEqual(fields);
  });
});

describe('a weekly series', () => {
  const series = (start: string, end: string, duration: number, nights = 0): SeriesEvent => ({
    ...{ id: 'series', provider: 'p', student: null, location: null },
    ...{ event_start_date: '2027-03-07', event_end_date: nights === 0 ? '2027-03-07' : '2027-03-08' },
    ...{ event_start_time: start, event_end_time: end, duration },
    ...{ recurring: true, recurring_type: 'weekly', recurring_timeframe: '', recurring_days: [] },
    ...{ excluded_dates: [], original_id: null, original_date: null },
  });

  test.each<[string, string, number, string, string, string, number]>([
    ['01:30', '02:30', 60, SPRING, '01:30', '03:30', 60],
    ['02:30', '03:15', 45, SPRING, '03:30', '04:15', 45],
    ['02:30', '04:30', 120, SPRING, '03:30', '05:30', 120],
    ['01:30', '03:30', 120, SPRING, '01:30', '03:30', 60],
    ['09:00', '09:30', 30, SPRING, '09:00', '09:30', 30],
    ['01:30', '02:30', 60, AUTUMN, '01:30', '02:30', 120],
    ['00:30', '01:30', 60, AUTUMN, '00:30', '01:30', 60],
    ['09:00', '09:30', 30, AUTUMN, '09:00', '09:30', 30],
    ['02:30', '03:15', 45, '2027-03-21', '02:30', '03:15', 45],
  ])(
    'from %s to %s (%i minutes) is on %s from %s to %s (%i)',
    (start, end, minutes, day, at, until, real) => {
      expect(occurrenceOn(series(start, end, minutes), day)).toMatchObject({
        ...{ event_start_date: day, event_start_time: at },
        ...{ event_end_date: day, event_end_time: until, duration: real },
      });
    },
  );

  test('keeps its wall times across the night and loses the hour', () => {
    expect(occurrenceOn(series('22:00', '06:00', 480, 1), '2027-03-13')).toMatchObject({
      ...{ event_start_time: '22:00', event_end_date: SPRING, event_end_time: '06:00', duration: 420 },
    });
  });

  test('has occurrences that may be stored as events', () => {
    for (const [start, end, minutes] of [
      ['01:30', '02:30', 60],
      ['02:30', '03:15', 45],
      ['02:30', '02:45', 15],
      ['01:15', '03:30', 135],
    ] as const) {
      for (const day of [SPRING, AUTUMN]) {
        expect(eventProblems(occurrenceOn(series(start, end, minutes), day))).toEqual({});
      }
    }
  });
});
