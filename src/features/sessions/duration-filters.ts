import { REQUEST_STATES } from '#domain/sessions/request-states.ts';

// In its own file: the URL is parsed before the list is loaded.
export const DURATION_FILTERS = {
  days: 'days',
  provider: 'words',
  status: [...REQUEST_STATES, 'all'],
  size: ['small', 'medium', 'large', 'all'],
  search: 'words',
} as const;
