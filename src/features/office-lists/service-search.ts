import { reportAddress } from '#screens/report/address.ts';

// A file of its own: the URL is parsed before the list is loaded.
export const SERVICE_FILTERS = { search: 'words', category: 'words' } as const;
export const serviceListSearch = reportAddress(SERVICE_FILTERS);
