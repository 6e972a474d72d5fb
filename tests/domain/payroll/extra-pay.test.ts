import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ExtraPay,
  extraPayLine,
  extraPayProblems,
  rateInput,
  rateText,
  scaledNumber,
} from '#domain/payroll/extra-pay.ts';
import { EXTRA_PAY_TYPES } from '#domain/payroll/pay-types.ts';

const extra = (changes: Partial<ExtraPay> = {}): ExtraPay => ({
  ...{ id: 'x', provider: 'p', pay_type: 'mileage', pay_day: '2026-06-24' },
  ...{ quantity_hundredths: 1_240, rate_tenths: 725, reason: 'Two schools', ...changes },
});
const pto = { pay_type: 'paid-time-off', rate_tenths: 41_370 } as const;

describe('the line of extra pay', () => {
  test.each([
    // Worked by hand: quantity × rate, rounded half up to the cent.
    ['12.4 miles at 72.5 cents are $8.99', {}, [0, null, 899]],
    ['a half cent is rounded up', { quantity_hundredths: 100, rate_tenths: 725 }, [0, null, 73]],
    ['what is taken back is what was paid', { quantity_hundredths: -100 }, [0, null, -73]],
    ['a part of a mile', { quantity_hundredths: 5, rate_tenths: 700 }, [0, null, 4]],
    ['8 hours off at $41.37', { ...pto, quantity_hundredths: 800 }, [480, 4_137, 33_096]],
    ['7.33 hours are 440 minutes', { ...pto, quantity_hundredths: 733 }, [440, 4_137, 30_338]],
    ['hours taken back', { ...pto, quantity_hundredths: -733 }, [-440, 4_137, -30_338]],
  ] as const)('%s', (_, changes, expected) => {
    const { minutes, hourly_cents, amount_cents } = extraPayLine(extra(changes), null);
    expect([minutes, hourly_cents, amount_cents]).toEqual(expected);
  });

  test('says who entered it, why, and how it was calculated', () => {
    expect(extraPayLine(extra(), null).why).toEqual([
      'Mileage, entered by the office: Two schools',
      '12.4 miles at $0.725 a mile: $8.99.',
      'The rate was entered by hand. None is recorded for this day.',
    ]);
    expect(extraPayLine(extra({ ...pto, quantity_hundredths: 800 }), null).why[1]).toBe(
      '8 h at $41.37 an hour: $330.96.',
    );
  });

  test.each([
    ['of everyone', null, 725, 'The rate is recorded for everyone from 01/01/2026.'],
    ['of their own', 'p', 725, 'The rate is recorded for this provider from 01/01/2026.'],
    [
      ...(['another one', null, 700] as const),
      'The rate was entered by hand. $0.70 a mile is recorded for everyone from 01/01/2026.',
    ],
  ])('says where its rate comes from: a recorded rate %s', (_, provider, rate_tenths, words) => {
    const recorded = { provider, pay_type: 'mileage', starts_on: '2026-01-01', rate_tenths } as const;
    expect(extraPayLine(extra(), recorded).why.at(-1)).toBe(words);
  });

  test('an entry and the same taken back come to nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EXTRA_PAY_TYPES),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (pay_type, quantity, rate) => {
          const rate_tenths = pay_type === 'mileage' ? rate : rate * 10;
          const [paid, back] = [quantity, -quantity].map((quantity_hundredths) =>
            extraPayLine(extra({ pay_type, quantity_hundredths, rate_tenths }), null),
          );
          return (
            (paid?.amount_cents ?? 1) + (back?.amount_cents ?? 1) === 0 &&
            (paid?.minutes ?? 1) + (back?.minutes ?? 1) === 0
          );
        },
      ),
    );
  });
});

test.each([
  ['12.5', 2, 1_250],
  ['-1,240.05', 2, -124_005],
  ['−3', 2, -300],
  ['$0.725', 3, 725],
  ['48.5', 3, 48_500],
  ['0.7255', 3, null],
  ['', 2, null],
  ['.5', 2, null],
  ['1,2', 2, null],
  ['ten', 2, null],
])('reads %j with %i places', (entered, places, expected) => {
  expect(scaledNumber(entered, places)).toBe(expected);
});

test('a rate is entered again as it was shown', () => {
  for (const tenths of [1, 10, 725, 700, 48_500, 1_000_000]) {
    expect(scaledNumber(rateInput(tenths), 3)).toBe(tenths);
    expect(scaledNumber(rateText(tenths), 3)).toBe(tenths);
  }
});

test.each([
  ['nothing', { quantity_hundredths: 0 }, ['quantity_hundredths']],
  ['more than a thousand', { quantity_hundredths: -100_001 }, ['quantity_hundredths']],
  ['a rate of nothing', { rate_tenths: 0 }, ['rate_tenths']],
  ['a rate above $1,000', { rate_tenths: 1_000_001 }, ['rate_tenths']],
  ['an hourly rate with part of a cent', { ...pto, rate_tenths: 41_375 }, ['rate_tenths']],
  ['a rate per mile with part of a cent', { rate_tenths: 725 }, []],
])('refuses %s', (_, changes, fields) => {
  expect(Object.keys(extraPayProblems(extra(changes)))).toEqual(fields);
});
