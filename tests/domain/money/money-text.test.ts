import { expect, test } from 'vitest';
import { centsOf, moneyInput, moneyText } from '#domain/money/money-text.ts';

test.each([
  ['1240', 124_000],
  ['$1,240.50', 124_050],
  [' 0.5 ', 50],
  ['12.05', 1_205],
  ['1,000,000', 100_000_000],
])('reads %s as %i cents', (entered, cents) => {
  expect(centsOf(entered)).toBe(cents);
});

test.each(['', 'abc', '-5', '1.234', '1,24', '1e3', '12,3456'])(
  'takes %j for no amount of money',
  (entered) => {
    expect(centsOf(entered)).toBeNull();
  },
);

test.each([0, 5, 50, 124_050, 100_000_000])('reads %i cents back as they are shown and entered', (cents) => {
  expect(centsOf(moneyText(cents))).toBe(cents);
  expect(centsOf(moneyInput(cents))).toBe(cents);
});
