import { expect, test } from 'vitest';
import { durationText, hoursText } from '#domain/time/duration.ts';

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [65, '1:05'],
  [6_000, '100:00'],
  [-75, '-1:15'],
])('%i minutes are %s in a column', (minutes, text) => {
  expect(hoursText(minutes)).toBe(text);
});

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [473, '7 h 53 min'],
  [74_430, '1,240 h 30 min'],
  [-75, '−1 h 15 min'],
])('%i minutes are %s in a sentence', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});
