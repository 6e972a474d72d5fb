import { v7 as uuidv7 } from 'uuid';
import type { ReportSchedule } from '#contract/report-schedules.ts';

/** Every Tuesday at half past eleven, to one person. */
export const reportSchedule: ReportSchedule = {
  ...{ id: uuidv7(), report: 'cancellations', name: 'Cancellations', view: 'sort=-sessions', days: 'usual' },
  ...{ rhythm: 'weekly', weekday: 2, month_day: null, days_after: null, send_at: '11:30' },
  ...{
    file_format: 'csv',
    recipients: [uuidv7()],
    is_paused: false,
    owner: uuidv7(),
    owner_name: 'Dana Ruiz',
  },
  ...{ active_since: '2026-03-01T18:00:00.000Z', version: 3 },
};
