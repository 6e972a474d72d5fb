// A file of its own: the URL is parsed before the list is loaded.
export const SCHEDULE_FILTERS = {
  search: 'words',
  report: 'words',
  show: ['active', 'paused', 'trouble'],
} as const;
