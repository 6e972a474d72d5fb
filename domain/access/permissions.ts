import { type Grant, knownRole, ROLES, type Role } from './roles.ts';

/**
 * The permission table, shared by the menu, route guards, the server's endpoint guards, and sync scopes.
 * Which *rows* a permitted person can access is decided in `row-rules.ts`.
 */
const table = {
  'account.use': { roles: '01234' },
  'session.read': { roles: '01234' },
  'session.record': { roles: '01234' },
  'session.decide': { roles: '013' },
  'session.report': { roles: '01', grant: 'reports.badge' },
  'lunch.read': { roles: '01234' },
  'lunch.record': { roles: '01234' },
  // Other people's findings; your own are in My Sessions.
  'lunch.report': { roles: '0134', grant: 'lunch.acknowledge' },
  'lunch.acknowledge': { roles: '01', grant: 'lunch.acknowledge' },
  'timecard.read': { roles: '01234' },
  'timecard.record': { roles: '01234' },
  'hours.read': { roles: '01234' },
  'timesheet.read': { roles: '01234' },
  'timesheet.submit': { roles: '01234' },
  'timesheet.decide': { roles: '01' },
  'timesheet.recommend': { roles: '34' },
  'calendar.read': { roles: '01234' },
  'calendar.record': { roles: '01234' },
  'calendar.read-master': { roles: '0134' },
  // Which rows they have is decided by the row rules of sessions, notes, and students.
  'report.grouped-clients': { roles: '013' },
  'report.provider-notes': { roles: '0134' },
  'report.student-notes': { roles: '01234' },
  'report.client-services': { roles: '01' },
  'report.authorizations': { roles: '0134' },
  'report.productivity': { roles: '0134' },
  'report.cancellations': { roles: '0134' },
  'report.make-ups': { roles: '0134' },
  // Reports by mail: what each recipient may see is checked when they are sent.
  'report-schedule.record': { roles: '01' },
  // The count on the Reports dashboard. Super admins may decide too, but get no reminder.
  'report.badge': { roles: '1', grant: 'reports.badge' },
  'payroll.view': { roles: '0', grant: 'payroll.view' },
  'student.read': { roles: '01234' },
  'soap.read': { roles: '01234' },
  'soap.write': { roles: '234' },
  'soap.co-sign': { roles: '34' },
  // All students that the person may see; your own are in My Students.
  'student.read-all': { roles: '0134' },
  'student.read-archived': { roles: '01' },
  'student.record': { roles: '01' },
  // A student's file; row rules decide which students a person can access.
  'student-service.record': { roles: '01' },
  'parent.record': { roles: '01234' },
  'parent.delete': { roles: '01' },
  'student-note.record': { roles: '01234' },
  'goal.record': { roles: '01234' },
  'soap-option.read': { roles: '01234' },
  'soap-option.record': { roles: '013' },
  'clinical-code.record': { roles: '01' },
  'attachment.read': { roles: '01234' },
  'attachment.record': { roles: '01234' },
  'catalogue.read': { roles: '01234' },
  // Services and their categories, regions, and sub-regions.
  'catalogue.record': { roles: '01' },
  // Closing, locking, and reopening pay periods, and making those of a year.
  'pay-period.record': { roles: '01' },
  // The organization's name, logo, and rules.
  'organization.record': { roles: '01' },
  'client.read': { roles: '01234' },
  // A client's page; row rules decide which clients a service lead can access.
  'client.open': { roles: '013' },
  // Not its contract and billing, which are the office's.
  'client.edit': { roles: '013' },
  'client.read-archived': { roles: '01' },
  'client.record': { roles: '01' },
  'client.delete': { roles: '0' },
  // Rates are money. Row rules decide whose clients' rates a person with the grant can access.
  'rate.read': { roles: '0', grant: 'billing.view' },
  'rate.record': { roles: '0', grant: 'billing.view' },
  'billing-condition.read': { roles: '0', grant: 'billing.view' },
  'billing-condition.record': { roles: '0', grant: 'billing.view' },
  // What clients are billed, invoices, and files for accounting. Row rules decide whose clients a person can access.
  'billing.view': { roles: '0', grant: 'billing.view' },
  'billing.record': { roles: '0', grant: 'billing.view' },
  'provider.read': { roles: '0134' },
  // Users and their logins; row rules keep super admins from admins.
  'user.read': { roles: '01' },
  'provider.read-archived': { roles: '01' },
  // Adding and changing a provider, and ending or restoring their access.
  'provider.record': { roles: '01' },
  // Handing a caseload to a substitute, and taking that back.
  'caseload.move': { roles: '01' },
  // Changing many records in one step, and taking that back.
  'bulk-change.record': { roles: '01' },
  'user.read-logins': { roles: '01' },
  'user.force-logout': { roles: '01' },
  'user.lock': { roles: '01' },
  // Sending an invited person the link again, and correcting a name. Who has a role of the office or a grant is left to super admins.
  'user.record': { roles: '01' },
  'user.reset-second-factor': { roles: '0' },
  // Roles and grants: inviting someone to work in the office gives a role.
  'user.invite': { roles: '0' },
  'user.assign-role': { roles: '0' },
  'audit.read': { roles: '01' },
  'device.read-all': { roles: '01' },
  // Whose devices hold unsynced changes; row rules decide about whom a person may see this.
  'device.read-unsynced': { roles: '01234' },
  'device.report-lost': { roles: '01' },
  'rescue.import': { roles: '01' },
  // Importing files and taking them back; the kind of file decides who may.
  'import.use': { roles: '013', grant: 'payroll.view' },
  // Files from a previous system.
  'import.run': { roles: '0' },
  'quarantine.decide': { roles: '0134' },
  // Own tickets and feedback; row rules give the office all.
  'ticket.use': { roles: '01234' },
  'feedback.use': { roles: '01234' },
  // What was sent to the caller.
  'notification.read': { roles: '01234' },
  // Messages to the organization, and who acknowledged them.
  'message.send': { roles: '01' },
  'admin.use': { roles: '013' },
  'sync.use': { roles: '01234' },
} as const satisfies Record<string, { roles: string; grant?: Grant }>;

export type Permission = keyof typeof table;

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(table, name);
}

export interface Holder {
  /** A role code; unknown codes have no rights. */
  role: string;
  grants: readonly string[];
}

/** Whether this person has the permission, by role or by grant. */
export function mayUse(holder: Holder, permission: Permission): boolean {
  const role: Role | null = knownRole(holder.role);
  if (role === null) return false;
  const entry: { roles: string; grant?: Grant } = table[permission];
  return entry.roles.includes(role) || (entry.grant !== undefined && holder.grants.includes(entry.grant));
}

/**
 * Whether the menu shows this person the number of lunch cards to acknowledge. Super admins may acknowledge
 * them too, but get no reminder (specification, 6).
 */
export function isRemindedOfLunchCards(holder: Holder): boolean {
  return (
    holder.role === '1' || (knownRole(holder.role) !== null && holder.grants.includes('lunch.acknowledge'))
  );
}

/** Admins manage anyone except super admins. */
export function mayManageUser(holder: Pick<Holder, 'role'>, user: { role: string }): boolean {
  return user.role !== ROLES.superAdmin || holder.role === ROLES.superAdmin;
}

/** Whether the person has access to the whole organization: all students, providers, and sessions. */
export function seesWholeOrganization(holder: Holder): boolean {
  return holder.role === '0' || holder.role === '1';
}

/** Whether this person sees other people's sessions: their devices hold those of the months in work. */
export function holdsOthersSessions({ role }: Pick<Holder, 'role'>): boolean {
  return knownRole(role) !== null && role !== ROLES.provider;
}

/**
 * Whether this person's devices hold SOAP notes. The office writes and co-signs none, and a lost office laptop
 * would hold every one: it reads them from the server, and each reading is audited.
 */
export function holdsSoapNotes(holder: Holder): boolean {
  return !seesWholeOrganization(holder);
}
