import { serveList } from '#server/modules/catalog/serve-list.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { extraPays } from './extra-pays.ts';
import { listMissingRates, listOpenTime } from './open-items.ts';
import { listLinePage, sumLines } from './pay-line-pages.ts';
import {
  listClientServices,
  listGroupedPay,
  listLate,
  listProviderHours,
  listProviderPay,
} from './payroll-reports.ts';
import { readClosing, remindPeople } from './period-checklist.ts';
import { recordedPayRates } from './recorded-pay-rates.ts';
import { readDifference } from './run-differences.ts';
import {
  changeRun,
  decideLine,
  discardRun,
  listRunLines,
  listRuns,
  readFile,
  readRun,
  readStart,
  reopenRun,
  startRun,
} from './runs.ts';

export const payrollRoutes: Module = (api) => {
  api.handle('payroll.list-providers', async ({ query, ...call }) => listProviderPay(call, query));
  api.handle('payroll.list-provider-hours', async ({ query, ...call }) => listProviderHours(call, query));
  api.handle('payroll.list-groups', async ({ query, ...call }) => listGroupedPay(call, query));
  api.handle('payroll.list-clients', async ({ query, ...call }) => listClientServices(call, query));
  api.handle('payroll.list-approved', async ({ query, ...call }) => listLinePage(call, query, true));
  api.handle('payroll.sum-approved', async ({ query, ...call }) => sumLines(call, query, true));
  api.handle('payroll.list-unapproved', async ({ query, ...call }) => listLinePage(call, query, false));
  api.handle('payroll.sum-unapproved', async ({ query, ...call }) => sumLines(call, query, false));
  api.handle('payroll.list-late', async ({ query, ...call }) => listLate(call, query));
  api.handle('payroll.read-start', async ({ query, ...call }) => readStart(call, query.pay_period));
  api.handle('payroll.start', async ({ body, ...call }) => startRun(call, body), { alone: true });
  api.handle('payroll.list-runs', async (call) => listRuns(call));
  api.handle('payroll.read-run', async ({ tx, params, query }) => readRun(tx, params.id, query.on));
  api.handle('payroll.list-run-lines', async ({ tx, params, query }) =>
    listRunLines(tx, params.id, query.on),
  );
  api.handle('payroll.change-run', async ({ params, body, ...call }) => changeRun(call, params.id, body), {
    alone: true,
  });
  api.handle('payroll.discard-run', async ({ params, ...call }) => discardRun(call, params.id), {
    alone: true,
  });
  api.handle('payroll.reopen-run', async ({ params, body, ...call }) => reopenRun(call, params.id, body), {
    alone: true,
  });
  api.handle('payroll.decide-line', async ({ params, body, ...call }) => decideLine(call, params.id, body), {
    alone: true,
  });
  api.handle('payroll.read-difference', async ({ params, query, ...call }) =>
    readDifference(call, params.id, query.with),
  );
  api.handle('payroll.read-closing', async ({ query, ...call }) => readClosing(call, query.pay_period));
  api.handle('payroll.remind', async ({ body, ...call }) => remindPeople(call, body), { alone: true });
  api.handle('payroll.list-open-time', async ({ query, ...call }) => listOpenTime(call, query));
  api.handle('payroll.list-missing-rates', async ({ query, ...call }) => listMissingRates(call, query));
  serveList(api, 'extra-pay', extraPays);
  serveList(api, 'pay-rate', recordedPayRates);
  api.handle('payroll.read-file', async ({ tx, params }) => readFile(tx, params.id));
};
