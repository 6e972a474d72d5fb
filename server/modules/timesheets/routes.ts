import type { Module } from '#server/plugins/answered-call.ts';
import { readHours, readOwnHours, readPeriod, readRecords, readStatus, readTotals } from './hours.ts';
import { amendTimesheet, decideTimesheet, recommendTimesheet, submitTimesheet } from './operations.ts';

export const timesheetRoutes: Module = (api) => {
  api.handle('hours.mine', async ({ query, actor, context, tx }) =>
    readOwnHours(tx, actor, context.now, query),
  );
  api.handle('hours.of-provider', async ({ query, actor, context, tx }) =>
    readHours(tx, actor, context.now, query.provider_id, query),
  );
  api.handle('timesheet.days', async ({ query, actor, context, tx }) =>
    readPeriod(tx, actor, context.now, query),
  );
  api.handle('timesheet.records', async ({ query, actor, tx }) => readRecords(tx, actor, query));
  api.handle('timesheet.totals', async ({ query, actor, context, tx }) =>
    readTotals(tx, actor, context.now, query),
  );
  api.handle('timesheet.status', async ({ query, actor, tx }) => readStatus(tx, actor, query));
  // They lock out a provider's other writes, which other writes of a batch may depend on.
  const alone = true;
  api.handle('timesheet.submit', async ({ body, ...call }) => submitTimesheet(call, body), { alone });
  api.handle(
    'timesheet.decide',
    async ({ params, body, ...call }) => decideTimesheet(call, params.id, body),
    { alone },
  );
  api.handle('timesheet.amend', async ({ params, body, ...call }) => amendTimesheet(call, params.id, body), {
    alone,
  });
  api.handle(
    'timesheet.recommend',
    async ({ params, body, ...call }) => recommendTimesheet(call, params.id, body.notes),
    { alone },
  );
};
