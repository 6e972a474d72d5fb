import { REQUEST_STATES } from '#domain/sessions/request-states.ts';

// By itself, because the address is read before anything of the list is loaded.
export const DURATION_FILTERS = {
  days: 'days',
  provider: 'words',
  status: [...REQUEST_STATES, 'all'],
  search: 'words',
} as const;
