import { formatInTimeZone } from 'date-fns-tz';
import { describe, expect, test } from 'vitest';
import { PACIFIC_ZONE, pacificDay, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';

const MINUTE_MS = 60_000;

describe('Pacific times are those of an independent library', () => {
  test.each([
    ['across the change to daylight time', '2026-03-08T07:30:00Z', 5 * 60],
    ['across the change to standard time', '2026-11-01T06:30:00Z', 5 * 60],
    ['before 1970', '1969-12-31T22:00:00Z', 4 * 60],
  ])('in every minute %s', (_, first, minutes) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      const at = Date.parse(first) + minute * MINUTE_MS + 59_999;
      const expected = formatInTimeZone(at, PACIFIC_ZONE, 'yyyy-MM-dd HH:mm');
      expect(`${pacificDay(at)} ${pacificTime(at)}`).toBe(expected);
    }
  });

  test('in steps of about three days from 1970 to 2060', () => {
    for (let at = 0; at < Date.parse('2060-01-01'); at += 4_327 * MINUTE_MS) {
      expect(pacificDisplay(at)).toBe(formatInTimeZone(at, PACIFIC_ZONE, 'MM/dd/yyyy hh:mm a'));
    }
  });

  test('something that is not an instant is refused', () => {
    expect(() => pacificDay('noon')).toThrow(RangeError);
    expect(() => pacificTime(Number.NaN)).toThrow(RangeError);
  });
});
