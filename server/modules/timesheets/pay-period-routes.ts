import type { Module } from '#server/plugins/answered-call.ts';
import { changePayPeriod, createYear, listPayPeriods, readPayPeriod } from './period-closing.ts';

export const payPeriodRoutes: Module = (api) => {
  api.handle('pay-period.list', async ({ tx }) => listPayPeriods(tx));
  api.handle('pay-period.create-year', async ({ body, ...call }) => createYear(call, body.start_year));
  api.handle('pay-period.read', async ({ tx, params }) => readPayPeriod(tx, params.id));
  api.handle('pay-period.update', async ({ params, body, ...call }) =>
    changePayPeriod(call, params.id, body),
  );
};
