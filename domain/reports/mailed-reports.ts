import type { Permission } from '#domain/access/permissions.ts';
import type { MailedReportId } from './schedule-codes.ts';

interface MailedReport {
  title: string;
  /** Who may see it. */
  permission: Permission;
  /** Its screen. */
  path: string;
}

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
  },
  productivity: {
    ...{ title: 'Productivity', permission: 'report.productivity', path: '/reports/productivity' },
  },
  cancellations: {
    ...{ title: 'Cancellations', permission: 'report.cancellations', path: '/reports/cancellations' },
  },
  makeups: { title: 'Makeups', permission: 'report.make-ups', path: '/reports/makeups' },
};
