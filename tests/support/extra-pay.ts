import { v7 as uuidv7 } from 'uuid';
import type { ListedExtraPay } from '#contract/extra-pay.ts';
import type { ListedPayRate } from '#contract/pay-rate-records.ts';

/** Miles of a day that no run has paid yet. */
export const extraPay: ListedExtraPay = {
  ...{ id: uuidv7(), provider: uuidv7(), pay_type: 'mileage', pay_day: '2026-03-10', version: 3 },
  ...{ quantity_hundredths: 1_240, rate_tenths: 725, reason: 'Two schools', provider_name: 'Dana Ruiz' },
  ...{ settled_by: null, recorded: null },
};

/** What a mile pays everyone. */
export const mileRate: ListedPayRate = {
  ...{ id: uuidv7(), provider: null, pay_type: 'mileage', starts_on: '2026-01-01', rate_tenths: 725 },
  ...{ version: 2, provider_name: null, last_day: null },
};
