import { expect, test } from 'vitest';
import { hoursText } from '#domain/time/duration.ts';

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [65, '1:05'],
  [6_000, '100:00'],
  [-75, '-1:15'],
])('%i minutes are %s', (minutes, text) => {
  expect(hoursText(minutes)).toBe(text);
});
