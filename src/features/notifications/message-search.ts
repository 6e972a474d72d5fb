import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
const STATES = ['scheduled', 'sent', 'expired', 'recalled'] as const;

export const MESSAGE_FILTERS = { search: 'words', status: [...STATES, 'all'] } as const;
export const messageListSearch = reportAddress(MESSAGE_FILTERS);
export const MESSAGE_STATES: readonly (typeof STATES)[number][] = STATES;
