import { HANDOVER_STATES } from '#domain/caseloads/handover-states.ts';

// In its own file: the URL is parsed before the list is loaded.
export const HANDOVER_FILTERS = {
  days: 'days',
  provider: 'words',
  status: HANDOVER_STATES,
  search: 'words',
} as const;
