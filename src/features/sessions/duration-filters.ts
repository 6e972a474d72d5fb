import { REQUEST_STATES } from '#domain/sessions/request-states.ts';

// A file of its own: the URL is parsed before the list is loaded.
export const DURATION_FILTERS = {
  days: 'days',
  provider: 'words',
  status: [...REQUEST_STATES, 'all'],
  size: ['small', 'medium', 'large', 'all'],
  search: 'words',
} as const;
