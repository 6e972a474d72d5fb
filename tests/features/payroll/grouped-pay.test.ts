import { expect, test } from 'vitest';
import type { GroupedPay } from '#contract/payroll-figures.ts';
import { groupedPay } from '#features/payroll/grouped-pay.tsx';
import { openedPay } from '#features/payroll/opened-pay.ts';

const DAYS = { from: '2026-11-01', to: '2026-11-15' };
const row: GroupedPay & typeof DAYS = {
  ...{ group: null, group_name: '', provider: 'paula', provider_name: 'Paula Pine', client: 'kestrel' },
  ...{ client_name: 'Kestrel Hill', service: 'speech', service_name: 'Speech', lines: 2, minutes: 60 },
  ...{ amount_cents: 6_000, premium_cents: 0, extra_cents: 0, missing_rates: 0, ...DAYS },
};

test.each([
  [row, { client: 'kestrel', service: 'speech' }],
  [
    { ...row, client: null, service: null },
    { client: 'none', service: 'none' },
  ],
])('a row of Grouped Providers opens the lines of its client and service', (one, narrowed) => {
  expect(openedPay(groupedPay.opens?.(one) ?? '')).toEqual({ provider: 'paula', ...DAYS, ...narrowed });
});
