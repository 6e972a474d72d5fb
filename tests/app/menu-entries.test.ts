import { describe, expect, test } from 'vitest';
import {
  accountMenuFor,
  isBelow,
  isGroup,
  isSection,
  type MenuReader,
  menuFor,
  menuParams,
  menuScreens,
} from '#app/shell/menu-entries.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Viewport } from '#ui/viewport.ts';

const readerOf = (role: string, change: Partial<MenuReader> = {}): MenuReader => ({
  ...{ role, grants: [], isProvider: false, isInvited: false },
  ...change,
});

/** As announced: a group whose name is a link is listed separately too. */
function labels(reader: MenuReader, width: Viewport): string[] {
  return menuFor(reader, width).flatMap((entry) => {
    if (!isGroup(entry)) return [entry.label];
    const within = entry.links.flatMap((link) =>
      isSection(link) ? link.links.map((one) => `${link.label} › ${one.label}`) : [link.label],
    );
    return [
      ...(entry.head === undefined ? [] : [entry.head.label]),
      ...within.map((label) => `${entry.label} › ${label}`),
    ];
  });
}

/** The links of a group are listed with its name. */
function accountLabels(reader: MenuReader, width: Viewport): string[] {
  return accountMenuFor(reader, width).flatMap((entry) =>
    'links' in entry ? entry.links.map(({ label }) => `${entry.label} › ${label}`) : [entry.label],
  );
}

/** One row of the table: the entry, then the roles that have it in full, on the rail, and on a phone. */
const TABLE: readonly (readonly [entry: string, full: string, rail: string])[] = [
  ['Home', '01234', '01234'],
  ['My Schedule', '2', '2'],
  ['Schedules › My Calendar', '34', '34'],
  ['Schedules › Master Calendar', '0134', '0134'],
  ['My Students', '2', '2'],
  ['Students', '0134', ''],
  ['Students › Students', '', '0134'],
  ['Students › My Students', '0134', '0134'],
  ['Students › Archived', '01', '01'],
  ['My Sessions', '234', '234'],
  ['My Hours', '234', '234'],
  ['Clients', '013', '3'],
  ['Clients › Clients', '', '01'],
  ['Clients › Archived', '01', '01'],
  ['Providers', '0134', '34'],
  ['Providers › Providers', '', '01'],
  ['Providers › Archived', '01', '01'],
  ['Payroll', '0', ''],
  ['Payroll › Payroll', '', '0'],
  ['Payroll › Grouped Providers Report', '0', '0'],
  ['Payroll › Client Services Report', '0', '0'],
  ['Payroll › Provider', '0', '0'],
  ['Payroll › Completed & Approved', '0', '0'],
  ['Payroll › Provider Hours', '0', '0'],
  ['Payroll › Changed Durations', '0', '0'],
  ['Payroll › Late Billing', '0', '0'],
  ['Payroll › Reports dashboard › My Sessions V2', '0', '0'],
  ['Payroll › Reports dashboard › Lunch Cards', '0', '0'],
  // As a heading of its own, "Billing" opens all lines.
  ['Billing', '0', ''],
  ['Billing › Billing', '', '0'],
  ['Billing › Client Billing', '0', '0'],
  ['Billing › QuickBooks', '0', '0'],
  ['Billing › Provider Billing', '0', '0'],
  ['Billing › Location Billing', '0', '0'],
  ['Billing › Approved Payroll', '0', '0'],
  ['Billing › Late Billing', '0', '0'],
  ['Billing › Client Rates', '0', '0'],
  ['Reports › Grouped Clients', '013', '013'],
  ['Reports › Provider Notes', '0134', '0134'],
  ['Reports › Student Notes', '01234', '01234'],
  ['Reports › Client Services Report', '1', '1'],
  ['Reports › Insurance Clients', '0', '0'],
  ['Reports › Reports dashboard › My Sessions V2', '1', '1'],
  ['Reports › Reports dashboard › Lunch Cards', '134', '134'],
  // The office has My Sessions V2.
  ['Reports › More reports › Requests', '3', '3'],
  ['Reports › More reports › Authorizations', '0134', '0134'],
  ['Reports › More reports › Productivity', '0134', '0134'],
  ['Reports › More reports › Cancellations', '0134', '0134'],
  ['Reports › More reports › Makeups', '0134', '0134'],
  ['Reports › More reports › Note Completion', '0134', '0134'],
  ['Reports › More reports › Meal Compliance', '0134', '0134'],
  ['Reports › More reports › Scheduled Reports', '01', '01'],
  ['Reports › Timesheets', '0134', '0134'],
];
/** The same of the user options menu, before Logout, which everyone has at every width. */
const ACCOUNT: readonly (readonly [entry: string, full: string, rail: string, narrow: string])[] = [
  ['Profile', '01234', '01234', ''],
  ['Admin', '013', '013', ''],
  ['Tickets › Open', '01234', '01234', ''],
  ['Tickets › Closed', '01234', '01234', ''],
  ['Feedback', '01234', '01234', ''],
];

/** Office staff deliver no services; the other roles do. */
const STAFF = Object.values(ROLES).map((role) => readerOf(role, { isProvider: !'01'.includes(role) }));

describe('the side menu', () => {
  test.each(STAFF)(
    'shows role $role its entries in the full menu and on the rail, and none on a phone',
    (reader) => {
      const of = (roles: (row: (typeof TABLE)[number]) => string) =>
        TABLE.filter((row) => roles(row).includes(reader.role)).map(([entry]) => entry);
      expect(labels(reader, 'full')).toEqual(of(([, full]) => full));
      expect(labels(reader, 'rail')).toEqual(of(([, , rail]) => rail));
      expect(labels(reader, 'narrow')).toEqual([]);
    },
  );

  test.each(['', '7', '00'])('shows nothing to the unknown role "%s"', (role) => {
    const reader = readerOf(role, { grants: ['reports.badge'], isProvider: true, isInvited: true });
    expect(labels(reader, 'full')).toEqual([]);
    expect(accountMenuFor(reader, 'full')).toEqual([]);
  });

  test.each(Object.values(ROLES))(
    'hides own sessions, hours, and calendar from role %s without a provider record',
    (role) => {
      const own = ['My Schedule', 'Schedules › My Calendar', 'My Sessions', 'My Hours'];
      expect(labels(readerOf(role), 'full').filter((label) => own.includes(label))).toEqual([]);
      const withRecord = labels(readerOf(role, { isProvider: true }), 'full');
      expect(withRecord.filter((label) => own.includes(label))).toHaveLength(3);
    },
  );

  test('shows office staff their own calendar once they are invited to an event', () => {
    const reader = readerOf(ROLES.admin, { isInvited: true });
    expect(labels(reader, 'full')).toContain('Schedules › My Calendar');
    expect(labels(reader, 'full')).not.toContain('My Sessions');
  });

  test.each([
    ['3', 'reports.badge', 'Reports › Reports dashboard › My Sessions V2'],
    ['1', 'payroll.view', 'Payroll › Reports dashboard › My Sessions V2'],
    ['2', 'payroll.view', 'Payroll › Changed Durations'],
    ['1', 'billing.view', 'Billing › Client Billing'],
    ['1', 'billing.view', 'Billing › QuickBooks'],
    ['1', 'billing.view', 'Reports › Insurance Clients'],
    ['2', 'lunch.acknowledge', 'Reports › Reports dashboard › Lunch Cards'],
  ])('gives role %s with the grant %s the entry %s', (role, grant, entry) => {
    expect(labels(readerOf(role), 'full')).not.toContain(entry);
    expect(labels(readerOf(role, { grants: [grant] }), 'full')).toContain(entry);
  });

  test('has the seven links of the Billing menu at their relative addresses', () => {
    const billing = menuFor(readerOf(ROLES.superAdmin), 'full').find(({ label }) => label === 'Billing');
    const links = billing !== undefined && isGroup(billing) ? billing.links : [];
    expect(links.flatMap((link) => (isSection(link) ? [] : [[link.to.slice(1), link.label]]))).toEqual([
      ['billing/clients', 'Client Billing'],
      ['billing/quickbooks', 'QuickBooks'],
      ['billing/providers', 'Provider Billing'],
      ['billing/locations', 'Location Billing'],
      ['billing/approved_payroll', 'Approved Payroll'],
      ['billing/late-billing', 'Late Billing'],
      ['billing/client-rates-report', 'Client Rates'],
    ]);
  });

  test('reloads the page only for links of the Reports dashboard', () => {
    const reloading = menuScreens(readerOf(ROLES.superAdmin)).filter(({ reloads }) => reloads === true);
    expect(reloading.map(({ label }) => label)).toEqual(['My Sessions V2', 'Lunch Cards']);
  });

  test('lists each screen once for the command palette, with those of the user menu', () => {
    const screens = menuScreens(readerOf(ROLES.superAdmin, { isProvider: true }));
    const addresses = screens.map(({ to }) => to);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses).toEqual(expect.arrayContaining(['/students', '/provider/my-profile/$id', '/admin']));
    // "Archived" and "Late Billing" are in several groups.
    const names = screens.map(({ label, group }) => `${label}, ${group}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('matches pages below a screen, but not URLs that only start the same', () => {
    const link = { label: 'My Sessions', to: '/my-sessions', permission: 'session.read' } as const;
    expect(isBelow(link, '/my-sessions')).toBe(true);
    expect(isBelow(link, '/my-sessions/info/1/')).toBe(true);
    expect(isBelow(link, '/my-sessions-v2')).toBe(false);
  });
});

describe('the user options menu', () => {
  test.each(STAFF)(
    'shows role $role its entries, and on a phone none that leads to another screen',
    (reader) => {
      const of = (roles: (row: (typeof ACCOUNT)[number]) => string) =>
        ACCOUNT.filter((row) => roles(row).includes(reader.role)).map(([entry]) => entry);
      const shown = (width: Viewport) => accountLabels(reader, width);
      expect(shown('full')).toEqual(of(([, full]) => full));
      expect(shown('rail')).toEqual(of(([, , rail]) => rail));
      expect(shown('narrow')).toEqual(of(([, , , narrow]) => narrow));
    },
  );

  test("shows Admin for the stored role codes '0', '1', and '3', whatever the grants", () => {
    const reader = readerOf('2', { grants: ['payroll.view', 'billing.view', 'reports.badge'] });
    expect(accountLabels(reader, 'full')).not.toContain('Admin');
  });

  test('has Admin instead of the side menu', () => {
    for (const reader of STAFF) expect(labels(reader, 'full')).not.toContain('Admin');
  });

  test("leads to the person's profile", () => {
    expect(menuParams({ user_id: 'u', provider_id: null })).toEqual({ id: 'u', providerId: 'all' });
  });
});
