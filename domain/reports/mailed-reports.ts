import type { Permission } from '#domain/access/permissions.ts';
import type { MailedReportId } from './schedule-codes.ts';

interface MailedReport {
  title: string;
  /** Where it isn't told apart by its title. */
  area?: 'Payroll' | 'Billing';
  /** Who may see it. */
  permission: Permission;
  /** Its screen. */
  path: string;
  /** It is as of the day on which it is asked for, and about no others. */
  hasNoDays?: true;
}

/** A report of payroll, for everyone who may see payroll. */
const payroll = (title: string, path: string): MailedReport => ({
  ...{ title, area: 'Payroll', permission: 'payroll.view', path: `/payroll/${path}` },
});

/** A report of billing, for everyone who may see billing. */
const billing = (title: string, path: string): MailedReport => ({
  ...{ title, area: 'Billing', permission: 'billing.view', path: `/billing${path}` },
});

export const MAILED_REPORTS: Readonly<Record<MailedReportId, MailedReport>> = {
  'grouped-clients': {
    ...{ title: 'Grouped Clients', permission: 'report.grouped-clients', path: '/reports/grouped_clients' },
  },
  'client-services': {
    ...{ title: 'Client Services Report', permission: 'report.client-services', path: '/payroll/clients' },
  },
  'provider-notes': {
    ...{ title: 'Provider Notes', permission: 'report.provider-notes', path: '/reports/provider_notes' },
  },
  'student-notes': {
    ...{ title: 'Student Notes', permission: 'report.student-notes', path: '/reports/student_notes' },
  },
  'note-completion': {
    ...{ title: 'Note Completion', permission: 'report.provider-notes', path: '/reports/note-completion' },
  },
  'meal-compliance': {
    ...{ title: 'Meal Compliance', permission: 'lunch.report', path: '/reports/meal-compliance' },
  },
  authorizations: {
    ...{ title: 'Authorizations', permission: 'report.authorizations', path: '/reports/authorizations' },
    hasNoDays: true,
  },
  productivity: {
    ...{ title: 'Productivity', permission: 'report.productivity', path: '/reports/productivity' },
  },
  cancellations: {
    ...{ title: 'Cancellations', permission: 'report.cancellations', path: '/reports/cancellations' },
  },
  makeups: { title: 'Makeups', permission: 'report.make-ups', path: '/reports/makeups' },
  'payroll-providers': payroll('Provider', 'providers'),
  'provider-hours': payroll('Provider Hours', 'providers-hours'),
  'approved-payroll': payroll('Completed & Approved', 'approved-payroll'),
  'grouped-providers': payroll('Grouped Providers Report', 'grouped-providers'),
  'late-payroll': payroll('Late Billing', 'late-billing'),
  'extra-pay': { ...payroll('Extra Pay', 'extra-pay'), hasNoDays: true },
  'payroll-runs': { ...payroll('Payroll Runs', 'runs'), hasNoDays: true },
  'client-billing': billing('Client Billing', '/clients'),
  'provider-billing': billing('Provider Billing', '/providers'),
  'location-billing': billing('Location Billing', '/locations'),
  'approved-payroll-billing': billing('Approved Payroll', '/approved_payroll'),
  'late-billing': billing('Late Billing', '/late-billing'),
  'client-rates-report': billing('Client Rates', '/client-rates-report'),
  'billing-lines': billing('Billing', ''),
  invoices: { ...billing('Invoices', '/invoices'), hasNoDays: true },
};

/** "Payroll: Late Billing": what a report is called among those of other parts. */
export function mailedReportName(id: MailedReportId): string {
  const { title, area } = MAILED_REPORTS[id];
  return area === undefined || title.includes(area) ? title : `${area}: ${title}`;
}
