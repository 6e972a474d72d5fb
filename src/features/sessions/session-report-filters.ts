import { REQUEST_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { SESSION_STATES } from '#domain/sessions/session.ts';

// In its own file: the URL is parsed before the list is loaded.
export const REPORT_FILTERS = {
  days: 'days',
  provider: 'words',
  service: 'words',
  state: SESSION_STATES,
  request: REQUEST_STATES,
  pending: REQUEST_KINDS,
  search: 'words',
} as const;
