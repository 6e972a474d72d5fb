import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { LOCK_KINDS } from '#domain/sessions/session-requests.ts';

// In its own file: the URL is parsed before the list is loaded.
export const SESSION_REQUEST_FILTERS = {
  days: 'days',
  provider: 'words',
  kind: LOCK_KINDS,
  status: [...REQUEST_STATES, 'all'],
  search: 'words',
} as const;
