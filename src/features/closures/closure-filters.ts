// A file of its own: the URL is parsed before the list is loaded.
export const CLOSURE_FILTERS = {
  search: 'words',
  client: 'words',
  show: ['coming', 'past', 'all'],
} as const;
