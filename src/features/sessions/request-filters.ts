import { REQUEST_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';

// In its own file: the URL is parsed before the list is loaded.
export const REQUEST_FILTERS = {
  days: 'days',
  provider: 'words',
  kind: REQUEST_KINDS,
  status: [...REQUEST_STATES, 'all'],
  search: 'words',
} as const;
