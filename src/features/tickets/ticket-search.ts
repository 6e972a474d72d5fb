import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
export const TICKET_FILTERS = { search: 'words', category: 'words', list: 'words' } as const;
export const ticketListSearch = reportAddress(TICKET_FILTERS);
