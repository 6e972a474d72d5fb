import { describe, expect, test } from 'vitest';
import { invoiceMonth, isLateForClient, isLateForPayroll, judgedAt } from '#domain/payroll/lateness.ts';
import { type PayPeriod, periodOfDay } from '#domain/payroll/pay-period.ts';

describe('lateness is judged by', () => {
  const received_at = '2026-03-20T12:00:00.000Z';
  test.each([
    [
      'the capture, when the device clock is right',
      '2026-03-01T09:00:00Z',
      '2026-03-20T12:00:00Z',
      'captured_at',
    ],
    [
      'the capture, when the device clock is 5 minutes fast',
      '2026-03-01T09:00:00Z',
      '2026-03-20T12:05:00Z',
      'captured_at',
    ],
    [
      'the capture, when the device clock is 5 minutes slow',
      '2026-03-01T09:00:00Z',
      '2026-03-20T11:55:00Z',
      'captured_at',
    ],
    [
      'the receipt, when the device clock is more than 5 minutes fast',
      '2026-03-01T09:00:00Z',
      '2026-03-20T12:05:01Z',
      'received_at',
    ],
    [
      'the receipt, when the device clock is more than 5 minutes slow',
      '2026-03-01T09:00:00Z',
      '2026-03-20T11:54:59Z',
      'received_at',
    ],
    [
      'the receipt, when the device clock is a day slow',
      '2026-03-01T09:00:00Z',
      '2026-03-19T12:00:00Z',
      'received_at',
    ],
    [
      'the receipt, when the capture lies in the future of the device',
      '2026-03-20T12:05:01Z',
      '2026-03-20T12:00:00Z',
      'received_at',
    ],
    [
      'the capture, whatever its offset',
      '2026-03-20T05:00:00-07:00',
      '2026-03-20T05:00:00-07:00',
      'captured_at',
    ],
  ] as const)('%s', (_, captured_at, device_now, expected) => {
    const capture = { captured_at, device_now, received_at };
    expect(judgedAt(capture)).toBe(capture[expected]);
  });
});

describe("the capture time corrected by the server's clock", () => {
  const device = { device_captured_at: '2026-03-19T11:00:00Z', device_now: '2026-03-19T12:00:00Z' };
  test.each([
    ['counts, however wrong the clock of the device is', '2026-03-01T09:00:00Z', 'captured_at'],
    ['counts up to 5 minutes ahead', '2026-03-20T12:05:00Z', 'captured_at'],
    ['does not count further ahead', '2026-03-20T12:05:01Z', 'received_at'],
  ] as const)('%s', (_, captured_at, expected) => {
    const capture = { captured_at, ...device, received_at: '2026-03-20T12:00:00Z' };
    expect(judgedAt(capture)).toBe(capture[expected]);
  });
});

describe('late for payroll', () => {
  const closed = { closed_at: '2026-03-16T07:00:00.000Z' };
  test.each([
    ['never while the period is open', '2030-01-01T00:00:00Z', { closed_at: null }, false],
    ['not before the period closes', '2026-03-10T00:00:00Z', closed, false],
    ['not at 48 hours after it closed', '2026-03-18T07:00:00.000Z', closed, false],
    ['a millisecond past 48 hours after it closed', '2026-03-18T07:00:00.001Z', closed, true],
    [
      'not at 48 hours, across the night clocks go forward',
      '2026-03-10T08:00:00Z',
      { closed_at: '2026-03-08T08:00:00Z' },
      false,
    ],
  ] as const)('%s', (_, judged_at, period, expected) => {
    expect(isLateForPayroll(judged_at, period)).toBe(expected);
  });
});

describe('the pay period of a day', () => {
  const period = (id: string, start_date: string, end_date: string): PayPeriod => ({
    id,
    start_date,
    end_date,
    closed_at: null,
    is_locked: false,
  });
  const periods = [period('a', '2026-02-16', '2026-02-28'), period('b', '2026-03-01', '2026-03-15')];
  test.each([
    ['2026-02-15', null],
    ['2026-02-16', 'a'],
    ['2026-02-28', 'a'],
    ['2026-03-01', 'b'],
    ['2026-03-08', 'b'],
    ['2026-03-15', 'b'],
    ['2026-03-16', null],
  ])('of %s is %s', (day, id) => {
    expect(periodOfDay(periods, day)?.id ?? null).toBe(id);
  });
});

describe('late for the client', () => {
  const cut = { cut_at: '2026-04-02T20:00:00.000Z' };
  test.each([
    ['not as long as no invoice was cut', '2027-01-01T00:00:00.000Z', null, false],
    ['not at the instant of the cut', cut.cut_at, cut, false],
    ['a millisecond after it', '2026-04-02T20:00:00.001Z', cut, true],
  ])('%s', (_, judged_at, invoice, expected) => {
    expect(isLateForClient(judged_at, invoice)).toBe(expected);
  });

  test('by the month of its day', () => {
    expect(invoiceMonth('2026-03-31')).toBe('2026-03');
  });
});
