import { cleanup, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GroupedPay } from '#contract/payroll-figures.ts';
import { groupedPay } from '#features/payroll/grouped-pay.tsx';
import { openedPay } from '#features/payroll/opened-pay.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [PAULA, CLIENT, SPEECH] = [uuidv7(), uuidv7(), uuidv7()];
const row: GroupedPay = {
  ...{ group: null, group_name: '', provider: PAULA, provider_name: 'Paula Pine', client: CLIENT },
  ...{ client_name: 'Kestrel Hill', service: SPEECH, service_name: 'Speech', lines: 2, minutes: 60 },
  ...{ amount_cents: 6_000, premium_cents: 0, extra_cents: 0, missing_rates: 0 },
};
const rest: GroupedPay = {
  ...{ ...row, client: null, client_name: '', service: null, service_name: 'Other time' },
};

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

test('a row of Grouped Providers opens the lines of its client and service', async () => {
  const reply = { as_of: '2026-11-25T20:00:00.000Z', unsynced: [], rows: [row, rest] };
  const { opened, user } = openReport(device, groupedPay, () => reply, {
    ...{ role: '0', start: { period: '2026-11-01' } },
  });
  const table = await screen.findByRole('grid', { name: 'Pay by provider, client, and service' });
  await user.click(within(table).getByText('Speech'));
  await user.click(within(table).getByText('Other time'));
  expect(opened.map(openedPay)).toMatchObject([
    { provider: PAULA, client: CLIENT, service: SPEECH },
    { provider: PAULA, client: 'none', service: 'none' },
  ]);
});
