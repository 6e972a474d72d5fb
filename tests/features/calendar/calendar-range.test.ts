import { expect, test } from 'vitest';
import { weekdayName } from '#domain/time/week.ts';
import { calendarRange } from '#features/calendar/calendar-range.ts';

test('a week goes from Sunday to Saturday', () => {
  const { days, title, previous, next } = calendarRange('week', '2026-11-24');
  expect(days.map(weekdayName)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  expect(title).toBe('11/22/2026 – 11/28/2026');
  expect([previous, next]).toEqual(['2026-11-17', '2026-12-01']);
  expect(calendarRange('week', '2026-11-22').from).toBe('2026-11-22');
});

test('a month begins with the week of its first day, on a Sunday', () => {
  expect(calendarRange('month', '2026-11-24').from).toBe('2026-11-01');
  expect(calendarRange('month', '2026-12-24').from).toBe('2026-11-29');
});
