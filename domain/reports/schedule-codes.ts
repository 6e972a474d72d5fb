/** The reports that the server can mail on a schedule: those whose rows it is asked for. */
export const MAILED_REPORT_IDS = [
  'grouped-clients',
  'client-services',
  'provider-notes',
  'student-notes',
  'note-completion',
  'meal-compliance',
  'authorizations',
  'productivity',
  'cancellations',
  'makeups',
  'payroll-providers',
  'provider-hours',
  'approved-payroll',
  'grouped-providers',
  'late-payroll',
  'payroll-runs',
  'extra-pay',
  'client-billing',
  'provider-billing',
  'location-billing',
  'approved-payroll-billing',
  'late-billing',
  'client-rates-report',
  'billing-lines',
  'invoices',
] as const;
export type MailedReportId = (typeof MAILED_REPORT_IDS)[number];

/** How often a report is mailed. */
export const RHYTHMS = ['daily', 'weekly', 'monthly', 'pay-period'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** Which days a mailed report is about, as of its sending. */
export const MAILED_DAYS = [
  'usual',
  'last-7-days',
  'last-week',
  'this-month',
  'last-month',
  'last-pay-period',
] as const;
export type MailedDays = (typeof MAILED_DAYS)[number];
