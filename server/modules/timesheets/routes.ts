import type { Module } from '#server/plugins/call.ts';
import { readHours, readOwnHours, readPeriod, readStatus, readTotals } from './hours.ts';
import { amendTimesheet, decideTimesheet, recommendTimesheet, submitTimesheet } from './operations.ts';

export const timesheetRoutes: Module = (api) => {
  api.handle('hours.mine', async ({ query, actor, facts, tx }) => readOwnHours(tx, actor, facts.now, query));
  api.handle('hours.of-provider', async ({ query, actor, facts, tx }) =>
    readHours(tx, actor, facts.now, query.provider_id, query),
  );
  api.handle('timesheet.days', async ({ query, actor, facts, tx }) =>
    readPeriod(tx, actor, facts.now, query),
  );
  api.handle('timesheet.totals', async ({ query, actor, facts, tx }) =>
    readTotals(tx, actor, facts.now, query),
  );
  api.handle('timesheet.status', async ({ query, actor, tx }) => readStatus(tx, actor, query));
  // They keep all work writes of a provider out, which others of a batch may have let in.
  const alone = true;
  api.handle(
    'timesheet.submit',
    async ({ body, actor, facts, tx }) => submitTimesheet(tx, actor, facts, body),
    { alone },
  );
  api.handle(
    'timesheet.decide',
    async ({ params, body, actor, facts, tx }) => decideTimesheet(tx, actor, facts, params.id, body),
    { alone },
  );
  api.handle(
    'timesheet.amend',
    async ({ params, body, actor, facts, tx }) => amendTimesheet(tx, actor, facts, params.id, body),
    { alone },
  );
  api.handle(
    'timesheet.recommend',
    async ({ params, body, actor, facts, tx }) => recommendTimesheet(tx, actor, facts, params.id, body.notes),
    { alone },
  );
};
