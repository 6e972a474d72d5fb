import { afterEach, describe, expect, test, vi } from 'vitest';
import { displayMoment, displaySpan, displayTime, pacificDisplay } from '#domain/time/pacific.ts';
import {
  inUsualTimeFormat,
  onTimeFormatChange,
  shownTimeFormat,
  showTimesAs,
  showTimesByDefaultAs,
} from '#domain/time/time-format.ts';
import { completeTime, typedTime } from '#domain/time/typed-time.ts';
import { differsFromPacific, timeElsewhere } from '#domain/time/zones.ts';

afterEach(() => showTimesAs('12h'));

describe('for someone who reads 24 hours', () => {
  test.each([
    ['00:05', '00:05'],
    ['09:05', '09:05'],
    ['12:00', '12:00'],
    ['14:30', '14:30'],
    ['24:00', '00:00'],
  ])('%s is %s', (time, words) => {
    showTimesAs('24h');
    expect(displayTime(time)).toBe(words);
  });

  test('moments, spans, and times in other zones are written alike', () => {
    showTimesAs('24h');
    expect(displayMoment('2026-03-10', '09:05')).toBe('03/10/2026 09:05');
    expect(pacificDisplay('2026-03-10T21:30:00.000Z')).toBe('03/10/2026 14:30');
    expect(displaySpan('11:45', '12:15')).toBe('11:45–12:15');
    expect(displaySpan('13:00', '13:30')).toBe('13:00–13:30');
    expect(timeElsewhere('2026-03-10', '12:00', 'America/New_York')).toBe('15:00');
    expect(differsFromPacific('2026-03-10', 'America/New_York')).toBe(true);
    expect(differsFromPacific('2026-03-10', 'America/Los_Angeles')).toBe(false);
  });

  test('files keep the format that everyone reads, also after a failure', () => {
    showTimesAs('24h');
    expect(inUsualTimeFormat(() => displayTime('14:30'))).toBe('2:30 PM');
    expect(() =>
      inUsualTimeFormat(() => {
        throw new Error('no rows');
      }),
    ).toThrow('no rows');
    expect(shownTimeFormat()).toBe('24h');
  });
});

test('a change of the format is told once', () => {
  const listener = vi.fn();
  const stop = onTimeFormatChange(listener);
  showTimesAs('24h');
  showTimesAs('24h');
  expect(listener).toHaveBeenCalledOnce();
  stop();
  showTimesAs('12h');
  expect(listener).toHaveBeenCalledOnce();
});

describe('a typed time', () => {
  test.each([
    ['14:30', '14:30'],
    ['9:30', '09:30'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ['9', '09:00'],
    ['0', '00:00'],
    ['9.30', '09:30'],
    [' 23:59 ', '23:59'],
    ['2:30 pm', '14:30'],
    ['2:30PM', '14:30'],
    ['12 am', '00:00'],
    ['12 p.m.', '12:00'],
    ['24:00', null],
    ['9:60', null],
    ['14:30 pm', null],
    ['0 am', null],
    ['noon', null],
    ['', null],
  ])('"%s" is %s once finished', (typed, time) => {
    expect(typedTime(typed)).toBe(time);
  });

  test.each([
    ['1', null],
    ['14', null],
    ['14:', null],
    ['14:3', null],
    ['143', null],
    ['14:30', '14:30'],
    ['9:30', '09:30'],
    ['1430', '14:30'],
    ['25:00', null],
  ])('"%s" is %s while it is typed', (typed, time) => {
    expect(completeTime(typed)).toBe(time);
  });
});

test("the organization's format is for those who haven't chosen, and never for files", () => {
  const heard = vi.fn();
  const stop = onTimeFormatChange(heard);
  showTimesByDefaultAs('24h');
  expect(shownTimeFormat()).toBe('12h');
  expect(heard).not.toHaveBeenCalled();
  showTimesAs(null);
  expect(shownTimeFormat()).toBe('24h');
  expect(inUsualTimeFormat(() => displayTime('14:30'))).toBe('2:30 PM');
  expect(heard).toHaveBeenCalledTimes(1);
  showTimesByDefaultAs('12h');
  expect(shownTimeFormat()).toBe('12h');
  stop();
});
