import { addressOf } from '#screens/address.ts';
import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
export const PROVIDER_FILTERS = {
  search: 'words',
  role: 'words',
  service: 'words',
  supervisor: 'words',
  expiring: 'flag',
} as const;
export const providerListSearch = reportAddress(PROVIDER_FILTERS);

/** The sections of a provider's page, as the address names them; the first is not named. */
const PROVIDER_TABS = ['overview', 'students', 'rates', 'calendar', 'handover', 'history'] as const;
export type ProviderTab = (typeof PROVIDER_TABS)[number];

const [, ...NAMED_TABS] = PROVIDER_TABS;
export const providerTabSearch = addressOf({ tab: NAMED_TABS });
