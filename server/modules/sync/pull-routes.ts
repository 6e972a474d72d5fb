import { loadCalendarEventRows } from '#server/modules/calendar/queries.ts';
import {
  loadClientRows,
  loadLocationRows,
  loadPayPeriodRows,
  loadProviderRows,
  loadServiceRows,
} from '#server/modules/catalogue/queries.ts';
import { loadLunchRows } from '#server/modules/lunch/queries.ts';
import { loadSessionRows } from '#server/modules/sessions/queries.ts';
import { loadStudentRows } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/call.ts';
import { pullPage, type RowLoaders } from './pull-page.ts';

const rowLoaders: RowLoaders = {
  session: loadSessionRows,
  lunch: loadLunchRows,
  calendar_event: loadCalendarEventRows,
  student: loadStudentRows,
  client: loadClientRows,
  provider: loadProviderRows,
  service: loadServiceRows,
  location: loadLocationRows,
  pay_period: loadPayPeriodRows,
};

export const pullRoutes: Module = (api) => {
  api.handle('sync.pull', async ({ query, actor, facts, tx }) =>
    pullPage(tx, rowLoaders, {
      userId: actor.user_id,
      deviceId: query.device_id ?? null,
      cursor: query.cursor ?? null,
      limit: query.limit,
      now: facts.now,
    }),
  );
};
