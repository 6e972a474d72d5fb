import { v7 as uuidv7 } from 'uuid';
import type { ListedExtraPay } from '#contract/extra-pay.ts';

/** Miles of a day that no run has paid yet. */
export const extraPay: ListedExtraPay = {
  ...{ id: uuidv7(), provider: uuidv7(), pay_type: 'mileage', pay_day: '2026-03-10', version: 3 },
  ...{ quantity_hundredths: 1_240, rate_tenths: 725, reason: 'Two schools', provider_name: 'Dana Ruiz' },
  settled_by: null,
};
