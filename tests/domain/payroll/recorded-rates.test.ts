import { describe, expect, test } from 'vitest';
import { lastDayOf, type RecordedRate, rateProblem, recordedRateOn } from '#domain/payroll/recorded-rates.ts';

const rate = (rate_tenths: number, starts_on: string, changes: Partial<RecordedRate> = {}): RecordedRate => ({
  ...{ provider: null, pay_type: 'mileage', starts_on, rate_tenths },
  ...changes,
});

const RATES = [
  rate(700, '2025-01-01'),
  rate(725, '2026-01-01'),
  rate(800, '2025-07-01', { provider: 'dana' }),
  rate(810, '2026-07-01', { provider: 'dana' }),
  rate(42_000, '2025-07-01', { provider: 'dana', pay_type: 'paid-time-off' }),
];

describe('the rate in force', () => {
  test.each([
    ['of everyone, the day before it changes', 'sam', 'mileage', '2025-12-31', 700],
    ['of everyone, on its first day', 'sam', 'mileage', '2026-01-01', 725],
    ['of everyone, before the provider has their own', 'dana', 'mileage', '2025-06-30', 700],
    ['of their own, also where that of everyone is newer', 'dana', 'mileage', '2026-06-30', 800],
    ['of their own, on its first day', 'dana', 'mileage', '2026-07-01', 810],
    ['of another kind', 'dana', 'paid-time-off', '2026-07-01', 42_000],
    ['that nobody recorded', 'sam', 'paid-time-off', '2026-07-01', null],
    ['before any', 'sam', 'mileage', '2024-12-31', null],
  ] as const)('%s', (_, provider, pay_type, day, expected) => {
    for (const rates of [RATES, RATES.toReversed()]) {
      expect(recordedRateOn(rates, { provider, pay_type }, day)?.rate_tenths ?? null).toBe(expected);
    }
  });

  test('ends on the day before the next one for the same', () => {
    expect(RATES.map((one) => lastDayOf(RATES, one))).toEqual([
      ...['2025-12-31', null, '2026-06-30', null, null],
    ]);
  });
});

test.each([
  [0, 'mileage', /above \$0/],
  [725, 'mileage', null],
  [48_505, 'clock', /whole cents/],
  [48_500, 'clock', null],
  [1_000_010, 'paid-time-off', /at most/],
] as const)('a rate of %i tenths of a cent for %s', (tenths, pay_type, words) => {
  const problem = rateProblem(tenths, pay_type);
  if (words === null) expect(problem).toBeNull();
  else expect(problem).toMatch(words);
});
