import { addressOf } from '#screens/address.ts';
import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
export const CLIENT_FILTERS = {
  search: 'words',
  service: 'words',
  region: 'words',
  manager: 'words',
} as const;
export const clientListSearch = reportAddress(CLIENT_FILTERS);

/** The sections of a client's page, as the address names them; the first is not named. */
const CLIENT_TABS = ['overview', 'students', 'providers', 'rates', 'billing', 'calendar', 'history'] as const;
export type ClientTab = (typeof CLIENT_TABS)[number];

const [, ...NAMED_TABS] = CLIENT_TABS;
export const clientTabSearch = addressOf({ tab: NAMED_TABS });
