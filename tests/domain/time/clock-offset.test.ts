import { describe, expect, test } from 'vitest';
import {
  betterOffset,
  type ClockOffset,
  clockWords,
  correctionMs,
  measuredOffset,
} from '#domain/time/clock-offset.ts';

const NOON = Date.parse('2026-03-10T20:00:00.000Z');
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describe('the clock offset of a response', () => {
  test('is as precise as the round trip allows', () => {
    // The device is an hour ahead; the server answered between two full seconds.
    const offset = measuredOffset({
      sent_at: NOON + HOUR,
      received_at: NOON + HOUR + 2_000,
      server_at: NOON + 1_000,
    });
    expect(offset).toEqual({ offset_ms: -HOUR + 500, error_ms: 1_500, measured_at: NOON + HOUR + 2_000 });
  });

  const known: ClockOffset = { offset_ms: -HOUR, error_ms: 600, measured_at: NOON };
  test.each<[string, ClockOffset, boolean]>([
    [
      'a slower answer changes nothing',
      { offset_ms: -HOUR + 900, error_ms: 2_000, measured_at: NOON + MINUTE },
      false,
    ],
    ['a faster answer is taken', { offset_ms: -HOUR + 90, error_ms: 500, measured_at: NOON + MINUTE }, true],
    [
      'an answer that contradicts is taken: the clock was set',
      { offset_ms: 0, error_ms: 9_000, measured_at: NOON + MINUTE },
      true,
    ],
    [
      'after an hour any answer is taken',
      { offset_ms: -HOUR, error_ms: 9_000, measured_at: NOON + HOUR + 1 },
      true,
    ],
    [
      'an answer after the clock was set back is taken',
      { offset_ms: -HOUR, error_ms: 9_000, measured_at: NOON - HOUR },
      true,
    ],
  ])('%s', (_, next, isTaken) => {
    expect(betterOffset(known, next)).toBe(isTaken ? next : known);
  });
});

describe("correcting a reading of the device's clock", () => {
  const known = (offset_ms: number, error_ms = 600): ClockOffset => ({
    offset_ms,
    error_ms,
    measured_at: NOON,
  });
  test.each<[string, ClockOffset | null, number, number]>([
    ['stays as it is while nothing is known', null, NOON, 0],
    ['is corrected', known(-DAY), NOON + HOUR, -DAY],
    ['is corrected forwards, too', known(31_000), NOON, 31_000],
    ['stays where it is right to half a minute', known(30_000), NOON, 0],
    ['stays where the answer took too long to tell', known(-50_000, 60_000), NOON, 0],
    ['stays once the clock was set back: nobody knows by how much', known(-DAY), NOON - DAY, 0],
    ['is corrected when network time moved it a little', known(-DAY), NOON - 30_000, -DAY],
  ])('%s', (_, offset, now, expected) => {
    expect(correctionMs(offset, now)).toBe(expected);
  });
});

describe('the warning about a wrong clock', () => {
  const rest = "We use the server's time instead. Set the clock in your device's settings.";
  test.each([
    [-(3 * HOUR + 2 * MINUTE), `This device's clock is 3 h 2 min ahead. ${rest}`],
    [6 * MINUTE, `This device's clock is 6 min behind. ${rest}`],
    [2 * HOUR, `This device's clock is 2 h behind. ${rest}`],
    [-DAY, `This device's clock is 1 d ahead. ${rest}`],
    [-(2 * DAY + 4 * HOUR), `This device's clock is 2 d 4 h ahead. ${rest}`],
    [5 * MINUTE, null],
    [-5 * MINUTE, null],
    [0, null],
  ])('for %i ms says: %s', (correction, words) => {
    expect(clockWords(correction)).toBe(words);
  });
});
