import { FORECAST_STATUSES, NOTE_STATUSES, OWED_STATES } from '#domain/reports/report-statuses.ts';

// In its own file: the URL is parsed before the reports are loaded.
export const GROUPED_FILTERS = {
  days: 'days',
  group: 'words',
  client: 'words',
  service: 'words',
  search: 'words',
} as const;
export const CLIENT_SERVICE_FILTERS = {
  days: 'days',
  group: 'words',
  service: 'words',
  search: 'words',
} as const;
export const PROVIDER_NOTE_FILTERS = {
  days: 'days',
  provider: 'words',
  service: 'words',
  status: ['unsigned', ...NOTE_STATUSES],
  late: 'flag',
  search: 'words',
} as const;
export const STUDENT_NOTE_FILTERS = {
  days: 'days',
  client: 'words',
  show: ['open', 'late', 'none'],
  search: 'words',
} as const;
export const AUTHORIZATION_FILTERS = {
  status: FORECAST_STATUSES,
  used: ['nearly', 'up'],
  ends: ['30', '60', '90', 'over'],
  service: 'words',
  provider: 'words',
  search: 'words',
} as const;
export const PRODUCTIVITY_FILTERS = { days: 'days', show: ['full', 'meals'], search: 'words' } as const;
export const CANCELLATION_FILTERS = {
  days: 'days',
  attendance: 'words',
  provider: 'words',
  service: 'words',
  search: 'words',
} as const;
export const MAKE_UP_FILTERS = {
  days: 'days',
  state: OWED_STATES,
  provider: 'words',
  service: 'words',
  search: 'words',
} as const;
export const NOTE_COMPLETION_FILTERS = {
  days: 'days',
  show: ['open', 'late', 'co-sign'],
  search: 'words',
} as const;
export const MEAL_COMPLIANCE_FILTERS = {
  days: 'days',
  show: ['premium', 'missing', 'unknown'],
  search: 'words',
} as const;
