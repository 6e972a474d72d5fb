import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
export const PAY_PERIOD_FILTERS = {
  year: 'words',
  show: ['begun', 'upcoming', 'all'],
  status: ['open', 'closed', 'locked'],
} as const;

export const payPeriodSearch = reportAddress(PAY_PERIOD_FILTERS);
