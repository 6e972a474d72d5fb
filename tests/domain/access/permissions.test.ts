import { describe, expect, test } from 'vitest';
import { mayUse, type Permission, seesWholeOrganization } from '#domain/access/permissions.ts';
import { GRANTS, knownRole, ROLES, roleLabel } from '#domain/access/roles.ts';

const everybody = '01234';
const table: Record<Permission, string> = {
  'account.use': everybody,
  'notification.read': everybody,
  'message.send': '01',
  'session.read': everybody,
  'session.record': everybody,
  'session.decide': '013',
  'session.report': '01',
  'lunch.read': everybody,
  'lunch.record': everybody,
  'lunch.report': '0134',
  'lunch.acknowledge': '01',
  'timecard.read': everybody,
  'timecard.record': everybody,
  'hours.read': everybody,
  'timesheet.read': everybody,
  'timesheet.submit': everybody,
  'timesheet.decide': '01',
  'timesheet.recommend': '34',
  'calendar.read': everybody,
  'calendar.record': everybody,
  'calendar.read-master': '0134',
  'report.grouped-clients': '013',
  'report.provider-notes': '0134',
  'report.student-notes': everybody,
  'report.client-services': '01',
  'report.authorizations': '0134',
  'report.productivity': '0134',
  'report.cancellations': '0134',
  'report.make-ups': '0134',
  'report-schedule.record': '01',
  'report.badge': '1',
  'payroll.view': '0',
  'student.read': everybody,
  'soap.read': everybody,
  'soap.write': '234',
  'soap.co-sign': '34',
  'student.read-all': '0134',
  'student.read-archived': '01',
  'client.open': '013',
  'client.edit': '013',
  'client.read-archived': '01',
  'client.record': '01',
  'client.delete': '0',
  'rate.read': '0',
  'rate.record': '0',
  'billing-condition.read': '0',
  'billing-condition.record': '0',
  'billing.view': '0',
  'billing.record': '0',
  'student.record': '01',
  'student-service.record': '01',
  'parent.record': everybody,
  'parent.delete': '01',
  'student-note.record': everybody,
  'goal.record': everybody,
  'soap-option.read': everybody,
  'soap-option.record': '013',
  'clinical-code.record': '01',
  'attachment.read': everybody,
  'attachment.record': everybody,
  'catalogue.read': everybody,
  'catalogue.record': '01',
  'pay-period.record': '01',
  'organization.record': '01',
  'client.read': everybody,
  'provider.read': '0134',
  'provider.read-archived': '01',
  'provider.record': '01',
  'user.reset-second-factor': '0',
  'user.assign-role': '0',
  'caseload.move': '01',
  'bulk-change.record': '01',
  'user.read-logins': '01',
  'user.force-logout': '01',
  'user.read': '01',
  'user.lock': '01',
  'user.invite': '0',
  'user.record': '01',
  'audit.read': '01',
  'device.read-all': '01',
  'device.read-unsynced': everybody,
  'device.report-lost': '01',
  'import.use': '013',
  'import.run': '0',
  'rescue.import': '01',
  'quarantine.decide': '0134',
  'ticket.use': everybody,
  'feedback.use': everybody,
  'admin.use': '013',
  'sync.use': everybody,
};
const permissions = Object.keys(table) as Permission[];

describe('the permission table', () => {
  test.each(permissions)('%s is granted to the specified roles', (permission) => {
    const allowed = Object.values(ROLES).filter((role) => mayUse({ role, grants: [] }, permission));
    expect(allowed.join('')).toBe(table[permission]);
  });

  test('a grant opens only what it names', () => {
    for (const grant of GRANTS) {
      const opened = permissions.filter(
        (permission) =>
          mayUse({ role: ROLES.provider, grants: [grant] }, permission) &&
          !mayUse({ role: ROLES.provider, grants: [] }, permission),
      );
      const opens: Partial<Record<string, Permission[]>> = {
        'reports.badge': ['session.report', 'report.badge'],
        'payroll.view': ['payroll.view', 'import.use'],
        'billing.view': [
          'rate.read',
          'rate.record',
          'billing-condition.read',
          'billing-condition.record',
          'billing.view',
          'billing.record',
        ],
        'lunch.acknowledge': ['lunch.report', 'lunch.acknowledge'],
      };
      expect(opened).toEqual(opens[grant] ?? []);
    }
  });

  test.each(['5', '', '00', ' 1', 'admin', 'toString', '__proto__'])(
    'the unknown role code %j has no permission',
    (role) => {
      expect(permissions.filter((permission) => mayUse({ role, grants: [...GRANTS] }, permission))).toEqual(
        [],
      );
      expect(seesWholeOrganization({ role, grants: [...GRANTS] })).toBe(false);
      expect(knownRole(role)).toBeNull();
    },
  );

  test('an unknown role code is displayed as Supervisor', () => {
    expect(['0', '1', '2', '3', '4', '9'].map(roleLabel)).toEqual([
      'Super Admin',
      'Admin',
      'Provider',
      'Service Lead',
      'Supervisor',
      'Supervisor',
    ]);
  });
});
