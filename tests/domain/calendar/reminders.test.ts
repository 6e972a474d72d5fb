import { expect, test } from 'vitest';
import { dueReminders } from '#domain/calendar/reminders.ts';
import { pacificInstant } from '#domain/time/pacific.ts';

const event = { event_start_date: '2026-11-24', event_start_time: '10:15', remind_me: true };

test.each([
  ['11 minutes before', '10:04', {}, false],
  ['10 minutes before', '10:05', {}, true],
  ['a minute before', '10:14', {}, true],
  ['when it begins', '10:15', {}, false],
  ['on the day before', '10:10', { event_start_date: '2026-11-25' }, false],
  ['where nobody wants it', '10:10', { remind_me: false }, false],
])('%s', (_name, time, change, isDue) => {
  const occurrence = { id: 'a', event: { ...event, ...change }, skipped: null };
  const now = Date.parse(pacificInstant('2026-11-24', time));
  expect(dueReminders([occurrence], now)).toEqual(isDue ? [occurrence] : []);
});

test('sends no reminder for what a school closure skips', () => {
  const now = Date.parse(pacificInstant('2026-11-24', '10:10'));
  expect(dueReminders([{ id: 'a', event, skipped: 'Thanksgiving' }], now)).toEqual([]);
});
