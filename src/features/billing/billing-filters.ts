import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before a report is loaded.
const NARROWING = { client: 'words', provider: 'words', location: 'words', service: 'words' } as const;

export const LINE_FILTERS = {
  days: 'days',
  ...NARROWING,
  status: ['open', 'invoiced', 'blocked', 'not-billed'],
  approval: ['approved', 'unapproved'],
  search: 'words',
} as const;
export const SUM_FILTERS = {
  days: 'days',
  service: 'words',
  show: ['blocked', 'open', 'late'],
  search: 'words',
} as const;
export const LATE_FILTERS = { days: 'days', status: ['open', 'invoiced'], search: 'words' } as const;
export const APPROVED_FILTERS = { days: 'days', service: 'words', search: 'words' } as const;
export const CLIENT_RATE_FILTERS = {
  days: 'days',
  service: 'words',
  show: ['missing', 'used'],
  search: 'words',
} as const;

export const lineSearch = reportAddress(LINE_FILTERS);
export const sumSearch = reportAddress(SUM_FILTERS);
export const lateSearch = reportAddress(LATE_FILTERS);
export const approvedSearch = reportAddress(APPROVED_FILTERS);
export const clientRateSearch = reportAddress(CLIENT_RATE_FILTERS);
export const INVOICE_FILTERS = {
  status: ['draft', 'sent', 'paid', 'void'],
  age: ['late', 'not-due', 'to-30', 'to-60', 'to-90', 'over-90'],
  month: 'words',
  client: 'words',
  search: 'words',
} as const;
export const PLAN_FILTERS = { month: 'words', show: ['ready', 'waiting'], search: 'words' } as const;

export const invoiceSearch = reportAddress(INVOICE_FILTERS);
export const planSearch = reportAddress(PLAN_FILTERS);
export const INSURANCE_FILTERS = {
  days: 'days',
  client: 'words',
  show: ['missing', 'ready'],
  missing: 'words',
  search: 'words',
} as const;
export const insuranceSearch = reportAddress(INSURANCE_FILTERS);
