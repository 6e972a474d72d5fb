/** The five role codes of the specification. They are strings in the API and in storage. */
export const ROLES = {
  superAdmin: '0',
  admin: '1',
  provider: '2',
  serviceLead: '3',
  supervisor: '4',
} as const;

export type Role = (typeof ROLES)[keyof typeof ROLES];

/** Roles that reach nothing without a provider record, which has the services and supervisees. */
export const PROVIDER_ROLES = [ROLES.provider, ROLES.serviceLead, ROLES.supervisor] as const;

export const GRANTS = ['reports.badge', 'payroll.view', 'billing.view', 'lunch.acknowledge'] as const;

/** An extra permission of one staff member, stored on the user and edited by a super admin. */
export type Grant = (typeof GRANTS)[number];

const LABELS: Record<Role, string> = {
  '0': 'Super Admin',
  '1': 'Admin',
  '2': 'Provider',
  '3': 'Service Lead',
  '4': 'Supervisor',
};

/** What each grant opens, as people call it. */
export const GRANT_LABELS: Record<Grant, string> = {
  'reports.badge': 'Reports',
  'payroll.view': 'Payroll',
  'billing.view': 'Billing and rates',
  'lunch.acknowledge': 'Acknowledge lunch cards',
};

/** The code as a known role; null for an unknown code, which has no permissions. */
export function knownRole(code: string): Role | null {
  return Object.hasOwn(LABELS, code) ? (code as Role) : null;
}

/** The displayed name of a role. An unknown code is *displayed* as Supervisor (specification, 4). */
export function roleLabel(code: string): string {
  const role = knownRole(code);
  return role === null ? 'Supervisor' : LABELS[role];
}
