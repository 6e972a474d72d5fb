import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
const STATES = ['active', 'locked', 'invited'] as const;
export type UserState = (typeof STATES)[number];
export const USER_STATES: readonly UserState[] = STATES;

export const USER_FILTERS = {
  search: 'words',
  role: 'words',
  grant: 'words',
  status: [...STATES, 'all'],
} as const;
export const userListSearch = reportAddress(USER_FILTERS);
