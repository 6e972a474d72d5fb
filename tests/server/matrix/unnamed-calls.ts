import type { EndpointName } from '#contract/index.ts';
import { EVERYONE, GRANTED, OFFICE, REACHING_OTHERS, STAFF } from './matrix-people.ts';

/**
 * Calls that name no record: lists, creations, and what is about the caller. Who may use each; everyone else is told that
 * they may not. Those of the specification's catalog are in `specified-calls.ts`.
 */
export const UNNAMED_CALLS: [may: string, calls: EndpointName[]][] = [
  [
    EVERYONE,
    [
      ...(['auth.current-user', 'auth.user-id', 'auth.list-own-devices', 'auth.logout-status'] as const),
      ...(['auth.update-password', 'auth.set-time-format', 'auth.read-second-factor'] as const),
      ...([
        'auth.set-up-second-factor',
        'auth.confirm-second-factor',
        'auth.turn-off-second-factor',
      ] as const),
      ...(['auth.renew-recovery-codes', 'operations.organization', 'home.read', 'home.waiting'] as const),
      ...(['home.list-my-students', 'notification.read-settings', 'notification.save-settings'] as const),
      ...(['notification.list', 'notification.popups', 'notification.unviewed'] as const),
      ...(['notification.attachment-url', 'notification.attachment-url-alias'] as const),
      ...([
        'push-notification.status',
        'push-notification.subscribe',
        'push-notification.unsubscribe',
      ] as const),
      ...(['calendar.list-mine', 'calendar.list-personal', 'calendar.list-services'] as const),
      ...([
        'calendar.list-students',
        'calendar.create',
        'calendar.create-series',
        'school-closure.list',
      ] as const),
      ...(['calendar.feed-read', 'calendar.feed-create', 'calendar.feed-revoke'] as const),
      ...([
        'student.list-names',
        'session.list',
        'session.sum',
        'lunch.create',
        'lunch.list-cards',
        'timecard.create',
      ] as const),
      ...(['hours.mine', 'timesheet.totals', 'timesheet.submit', 'attachment.create'] as const),
      ...([
        'location.list',
        'cpt-code.list',
        'dx-code.list',
        'goal-option.list',
        'plan-option.list',
      ] as const),
      ...(['report.student-notes', 'device.list-unsynced', 'feedback.create', 'feedback.list'] as const),
      ...(['ticket.create', 'ticket.list', 'sync.hand-over', 'sync.pull', 'sync.push'] as const),
    ],
  ],
  [
    REACHING_OTHERS,
    [
      ...(['calendar.list-master', 'calendar.list-providers', 'availability.list'] as const),
      ...(['quarantine.list', 'report.authorizations', 'report.cancellations', 'report.make-ups'] as const),
      ...(['report.meal-compliance', 'report.note-completion', 'report.productivity'] as const),
      ...(['report.provider-notes', 'report.sum-authorizations'] as const),
    ],
  ],
  // The kind of file decides more.
  [REACHING_OTHERS, ['import.list', 'import.check', 'import.run']],
  [STAFF, ['goal-option.create', 'plan-option.create', 'report.grouped-clients']],
  [
    OFFICE,
    [
      ...(['user.list', 'auth.list-logins', 'auth.force-logout', 'audit.list'] as const),
      ...(['device.list', 'rescue.import', 'student-merge.create', 'caseload-move.list-all'] as const),
      ...(['bulk-change.list', 'bulk-change.check', 'bulk-change.make'] as const),
      ...(['year-renewal.check', 'year-renewal.create', 'location.create'] as const),
      ...(['cpt-code.create', 'cpt-code.compare', 'cpt-code.import'] as const),
      ...(['dx-code.create', 'dx-code.compare', 'dx-code.import'] as const),
      ...(['school-closure.create-days', 'pay-period.list', 'pay-period.create-year'] as const),
      ...(['organization.read', 'organization.update', 'organization.update-logo'] as const),
      ...(['organization.delete-logo', 'meal-policy.list', 'meal-policy.create'] as const),
      ...(['admin-message.list', 'admin-message.create', 'admin-message.audience'] as const),
      ...(['lunch.count-acknowledgments', 'report.client-services', 'payroll.list-clients'] as const),
      ...(['report-schedule.list', 'report-schedule.create', 'report-schedule.list-recipients'] as const),
      ...(['report-schedule.list-sendings'] as const),
    ],
  ],
  ['superadmin', ['user.invite']],
  // Super admins may decide too, but get no reminder.
  ['admin bella', ['report.count-pending']],
  [
    GRANTED,
    [
      ...(['billing.list-client-rates', 'billing.list-insurance', 'billing.list-late'] as const),
      ...([
        'billing.list-lines',
        'billing.sum-lines',
        'billing.sum-approved',
        'billing.sum-clients',
      ] as const),
      ...(['billing.sum-locations', 'billing.sum-providers', 'invoice.list', 'invoice.plan'] as const),
      ...(['invoice.create', 'quickbooks.list', 'quickbooks.create', 'claim-batch.list'] as const),
      ...(['claim-batch.create', 'rate.create-next-year', 'rate.preview'] as const),
      ...(['payroll.list-approved', 'payroll.sum-approved', 'payroll.list-unapproved'] as const),
      ...(['payroll.sum-unapproved', 'payroll.list-groups', 'payroll.list-late'] as const),
      ...(['payroll.list-providers', 'payroll.list-provider-hours', 'payroll.list-runs'] as const),
      ...(['payroll.start', 'payroll.remind', 'session.list-durations'] as const),
      ...(['payroll.list-open-time', 'payroll.list-missing-rates'] as const),
      ...(['extra-pay.list', 'extra-pay.create', 'pay-rate.list', 'pay-rate.create'] as const),
    ],
  ],
];

/** Calls of people who aren't logged in, and of devices with their upload token; and a stream. Where they are tested. */
export const OUTSIDE_ROLES: Partial<Record<EndpointName, string>> = {
  'auth.login': 'auth.test.ts',
  'auth.logout': 'auth.test.ts',
  'auth.refresh': 'auth.test.ts',
  'auth.request-reset': 'auth-password.test.ts',
  'auth.confirm-reset': 'auth-password.test.ts',
  'auth.set-up-to-log-in': 'second-factor.test.ts',
  'operations.demo': 'app.test.ts',
  'operations.health': 'health.test.ts',
  'operations.openapi': 'openapi.test.ts',
  'sync.ping': 'app.test.ts',
  'sync.check-in': 'lost-devices.test.ts',
  'sync.push-sealed': 'push.test.ts',
  'sync.surrender': 'lost-devices.test.ts',
  'sync.hints': 'hints.test.ts: its answer never ends',
};
