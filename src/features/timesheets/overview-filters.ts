/** Those that wait for the office come first. */
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

// By itself, because the address is read before anything of the report is loaded.
export const OVERVIEW_FILTERS = { period: 'period', status: OVERVIEW_STATUSES, search: 'words' } as const;
