import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CapWarning } from '#features/billing/cap-warning.tsx';

afterEach(cleanup);

const cap_cents = 74_000_000;

test.each([
  [
    'at exactly 80%',
    59_200_000,
    "80% of the contract's cap is used: $592,000.00 of $740,000.00 with this invoice.",
  ],
  [
    'at exactly 100%',
    74_000_000,
    "The contract's cap is used up: $740,000.00 of $740,000.00 with this invoice.",
  ],
])('an invoice warns %s of the contract', (_, used_cents, words) => {
  render(<CapWarning cap={{ cap_cents, used_cents }} />);
  expect(screen.getByRole('status').textContent).toBe(words);
});

test.each([
  ['below 80%', { cap_cents, used_cents: 59_199_999 }],
  ['without a cap', null],
])('an invoice does not warn %s', (_, cap) => {
  render(<CapWarning cap={cap} />);
  expect(screen.queryByRole('status')).toBeNull();
});
