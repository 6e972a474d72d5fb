import { RUN_STATES } from '#domain/payroll/run-states.ts';

// In its own file: the URL is parsed before the reports are loaded.
const period = 'period';
const words = 'words';
export const PAY_FILTERS = { period, search: words } as const;
export const HOURS_FILTERS = { period, employment: words, search: words } as const;
export const GROUPED_PAY_FILTERS = {
  period,
  group: words,
  provider: words,
  client: words,
  service: words,
} as const;
export const APPROVED_FILTERS = {
  days: 'days',
  provider: words,
  client: words,
  service: words,
  show: ['unapproved'],
  kind: words,
  search: words,
} as const;
export const LATE_FILTERS = { days: 'days', provider: words, search: words } as const;
export const RUN_FILTERS = { status: [...RUN_STATES, 'all'] } as const;
export const RUN_LINE_FILTERS = {
  show: ['approved', 'unapproved', 'changed', 'late', 'finding', 'no-rate'],
  provider: words,
  kind: words,
  on: 'day',
  search: words,
} as const;
/** Of extra pay and of its rates. */
export const EXTRA_PAY_FILTERS = {
  search: words,
  type: words,
  show: ['waiting', 'settled'],
} as const;
export const CLOSING_FILTERS = { period } as const;
/** Of what is still open in a pay period. */
export const OPEN_ITEM_FILTERS = { period, search: words } as const;
export const DIFFERENCE_FILTERS = { with: words, provider: words } as const;
