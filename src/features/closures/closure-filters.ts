// In its own file: the URL is parsed before the list is loaded.
export const CLOSURE_FILTERS = {
  search: 'words',
  client: 'words',
  show: ['coming', 'past', 'all'],
} as const;
