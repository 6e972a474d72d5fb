/** Those that wait for the office are first. */
export const OVERVIEW_STATUSES = [
  'submitted',
  'waiting',
  'reopened',
  'not-submitted',
  'rejected',
  'withdrawn',
  'approved',
  'locked',
] as const;

// In its own file: the URL is parsed before the report is loaded.
export const OVERVIEW_FILTERS = { period: 'period', status: OVERVIEW_STATUSES, search: 'words' } as const;
