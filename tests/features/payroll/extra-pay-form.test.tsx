import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListedExtraPay } from '#contract/extra-pay.ts';
import { ExtraPayForm } from '#features/payroll/extra-pay-form.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { extraPay, mileRate } from '#tests/support/extra-pay.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.close();
});

function show(changes: Partial<ListedExtraPay> = {}) {
  const office = scriptedOffice(() => [mileRate]);
  const nothing = () => undefined;
  showTo(
    device,
    office,
    <ExtraPayForm extra={{ ...extraPay, ...changes }} onClose={nothing} onAddAnother={nothing} />,
  );
}

const field = async (words: RegExp) =>
  (await screen.findByText(words)).closest<HTMLElement>('[data-slot=field]') as HTMLElement;

test('a missing rate is linked to where it is recorded', async () => {
  show({ pay_type: 'paid-time-off', quantity_hundredths: 800, rate_tenths: 42_000 });
  const rate = await field(/No rate is recorded for this day/);
  expect(rate.textContent).toContain(
    'No rate is recorded for this day. Enter one, or record it in Pay rates first. Pays $336.00.',
  );
  const link = within(rate).getByRole('link', { name: 'Pay rates' });
  expect(link.getAttribute('href')).toBe('/payroll/pay-rates?type=paid-time-off');
});

test('a recorded rate needs no link', async () => {
  show();
  const rate = await field(/This is the rate recorded for everyone/);
  expect(within(rate).queryByRole('link')).toBeNull();
});
