import type { Module } from '#server/plugins/answered-call.ts';
import {
  changePayPeriod,
  createYear,
  deletePayPeriod,
  listUsedPeriods,
  readPayPeriod,
} from './period-closing.ts';

export const payPeriodRoutes: Module = (api) => {
  api.handle('pay-period.list', async ({ tx }) => listUsedPeriods(tx));
  api.handle('pay-period.create-year', async ({ body, ...call }) => createYear(call, body.start_year));
  api.handle('pay-period.read', async ({ tx, params }) => readPayPeriod(tx, params.id));
  api.handle('pay-period.update', async ({ params, body, ...call }) =>
    changePayPeriod(call, params.id, body),
  );
  api.handle('pay-period.delete', async ({ params, ...call }) => deletePayPeriod(call, params.id));
};
