import { LOCK_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';

// In its own file: the URL is parsed before the list is loaded.
export const SESSION_REQUEST_FILTERS = {
  days: 'days',
  provider: 'words',
  kind: LOCK_KINDS,
  status: [...REQUEST_STATES, 'all'],
  search: 'words',
} as const;
