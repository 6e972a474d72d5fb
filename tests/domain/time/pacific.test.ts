import { describe, expect, test } from 'vitest';
import {
  dayPlus,
  displayDay,
  displaySpan,
  displayTime,
  minutesOfDay,
  pacificDay,
  pacificDisplay,
  pacificInstant,
  pacificTime,
  timePlusMinutes,
} from '#domain/time/pacific.ts';
import { mondayOf, sundayOf } from '#domain/time/week.ts';
import { isTimeZone } from '#domain/time/zones.ts';

describe('the Pacific wall time of an instant', () => {
  test.each([
    ['standard time', '2026-01-15T07:59:00Z', '2026-01-14', '23:59'],
    ['standard time, from midnight on', '2026-01-15T08:00:00Z', '2026-01-15', '00:00'],
    ['daylight time', '2026-07-15T06:59:00Z', '2026-07-14', '23:59'],
    ['daylight time, from midnight on', '2026-07-15T07:00:00Z', '2026-07-15', '00:00'],
    ['the last minute before clocks go forward', '2026-03-08T09:59:00Z', '2026-03-08', '01:59'],
    ['the first minute after clocks went forward', '2026-03-08T10:00:00Z', '2026-03-08', '03:00'],
    ['the first 01:30 of the autumn night', '2026-11-01T08:30:00Z', '2026-11-01', '01:30'],
    ['the second 01:30 of the autumn night', '2026-11-01T09:30:00Z', '2026-11-01', '01:30'],
    ['an instant with another offset', '2026-07-15T01:00:00+02:00', '2026-07-14', '16:00'],
    ['the turn of the year', '2027-01-01T07:59:59Z', '2026-12-31', '23:59'],
  ])('%s', (_, instant, day, time) => {
    expect(pacificDay(instant)).toBe(day);
    expect(pacificTime(instant)).toBe(time);
  });
});

describe('the instant of a Pacific wall time', () => {
  test.each([
    ['standard time', '2026-01-15', '09:00', '2026-01-15T17:00:00.000Z'],
    ['daylight time', '2026-07-15', '09:00', '2026-07-15T16:00:00.000Z'],
    ['midnight before clocks go forward', '2026-03-08', '00:00', '2026-03-08T08:00:00.000Z'],
    ['after clocks went forward', '2026-03-08', '03:00', '2026-03-08T10:00:00.000Z'],
    ['a time that the spring night skips', '2026-03-08', '02:30', '2026-03-08T10:30:00.000Z'],
    ['the first of a time that comes twice', '2026-11-01', '01:30', '2026-11-01T08:30:00.000Z'],
    ['after clocks went back', '2026-11-01', '02:00', '2026-11-01T10:00:00.000Z'],
  ])('%s', (_, day, time, instant) => {
    expect(pacificInstant(day, time)).toBe(instant);
  });

  test.each(['2026-03-08', '2026-11-01', '2026-06-30'])(
    'leads back to the same day and time on %s',
    (day) => {
      for (const time of ['00:00', '00:59', '03:00', '12:00', '23:59']) {
        const instant = pacificInstant(day, time);
        expect([pacificDay(instant), pacificTime(instant)]).toEqual([day, time]);
      }
    },
  );
});

describe('display formats', () => {
  test.each([
    ['2026-01-15T08:00:00Z', '01/15/2026 12:00 AM'],
    ['2026-07-15T19:05:00Z', '07/15/2026 12:05 PM'],
    ['2026-07-16T06:59:00Z', '07/15/2026 11:59 PM'],
    ['2026-07-15T16:05:00Z', '07/15/2026 09:05 AM'],
  ])('%s is %s', (instant, words) => {
    expect(pacificDisplay(instant)).toBe(words);
  });

  test.each([
    ['00:00', '12:00 AM'],
    ['00:30', '12:30 AM'],
    ['09:05', '9:05 AM'],
    ['12:00', '12:00 PM'],
    ['23:59', '11:59 PM'],
  ])('%s is %s', (time, words) => {
    expect(displayTime(time)).toBe(words);
  });

  test.each([
    ['09:15', '09:45', '9:15–9:45 AM'],
    ['11:45', '12:15', '11:45 AM–12:15 PM'],
    ['12:00', '13:00', '12:00–1:00 PM'],
    ['23:30', '00:15', '11:30 PM–12:15 AM'],
  ])('from %s to %s is %s', (start, end, words) => {
    expect(displaySpan(start, end)).toBe(words);
  });

  test('put the month first', () => {
    expect(displayDay('2026-03-08')).toBe('03/08/2026');
  });
});

describe('arithmetic with days and times', () => {
  test.each([
    ['2026-03-07', 1, '2026-03-08'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', 1, '2026-11-02'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-07-01', 0, '2026-07-01'],
  ])('%s and %i days is %s', (day, days, expected) => {
    expect(dayPlus(day, days)).toBe(expected);
  });

  test('days follow each other as the calendar has them, over a leap day and back', () => {
    const first = Date.UTC(2027, 11, 1);
    const dayAt = (index: number) => new Date(first + index * 86_400_000).toISOString().slice(0, 10);
    for (let index = 0; index < 130; index += 1) {
      for (let days = -40; days <= 40; days += 1) {
        expect(dayPlus(dayAt(index), days)).toBe(dayAt(index + days));
      }
    }
    for (const wrong of ['', '2027-12-01T']) expect(() => dayPlus(wrong, 1)).toThrow(RangeError);
  });

  test.each([
    ['09:00', 45, '09:45'],
    ['23:30', 30, '00:00'],
    ['23:30', 45, '00:15'],
    ['00:10', -20, '23:50'],
    ['08:00', 1_440, '08:00'],
  ])('%s and %i minutes is %s', (time, minutes, expected) => {
    expect(timePlusMinutes(time, minutes)).toBe(expected);
  });

  test('counts minutes since midnight', () => {
    expect(['00:00', '01:01', '23:59'].map(minutesOfDay)).toEqual([0, 61, 1_439]);
  });

  test.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-21', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
    ['2026-03-08', '2026-03-02'],
  ])('the week of %s begins on %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });

  test.each([
    ['2026-11-21', '2026-11-15'],
    ['2026-11-22', '2026-11-22'],
    ['2026-11-23', '2026-11-22'],
    ['2027-01-01', '2026-12-27'],
    ['2026-03-08', '2026-03-08'],
  ])('the calendar week of %s begins on %s', (day, sunday) => {
    expect(sundayOf(day)).toBe(sunday);
  });

  test.each([
    ['America/Los_Angeles', true],
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('%j names a time zone: %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});
