import { loadCalendarEventRows, loadSchoolClosureRows } from '#server/modules/calendar/queries.ts';
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
import { loadTimecardRows } from '#server/modules/timecards/queries.ts';
import { loadTimesheetRows } from '#server/modules/timesheets/queries.ts';
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
  timecard: loadTimecardRows,
  timesheet: loadTimesheetRows,
  school_closure: loadSchoolClosureRows,
};

export const pullRoutes: Module = (api) => {
  api.handle('sync.pull', async ({ query, actor, facts, tx }) =>
    pullPage(tx, rowLoaders, {
      userId: actor.user_id,
      deviceId: query.device_id ?? null,
      cursor: query.cursor ?? null,
      limit: query.limit,
      withDigests: query.digests === '1',
      now: facts.now,
    }),
  );
};
