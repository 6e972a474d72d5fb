import { MAILED_REPORT_IDS } from '#domain/reports/schedule-codes.ts';

// A file of its own: the URL is parsed before the list is loaded.
export const SCHEDULE_FILTERS = {
  search: 'words',
  report: MAILED_REPORT_IDS,
  show: ['active', 'paused', 'trouble'],
} as const;
