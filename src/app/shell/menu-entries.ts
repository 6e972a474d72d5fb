import {
  Building2,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  CircleUserRound,
  Clock,
  GraduationCap,
  House,
  LifeBuoy,
  type LucideIcon,
  MessageSquareHeart,
  ReceiptText,
  Settings2,
  UsersRound,
  Wallet,
} from 'lucide-react';
import { type Holder, mayUse, type Permission } from '#domain/access/permissions.ts';
import type { Viewport } from '#ui/viewport.ts';

/** Who the menu is for. */
export interface MenuReader extends Holder {
  /** Delivers services: has own sessions, hours, and calendar. */
  isProvider: boolean;
  /** Is invited to someone else's event. */
  isInvited: boolean;
}

export interface MenuLink {
  label: string;
  to:
    | '/home'
    | '/schedules/calendar/events/get/my_calendar'
    | '/schedules/calendar/events/get/master_calendar'
    | '/my-sessions'
    | '/my-students'
    | '/students'
    | '/archived/students'
    | '/clients'
    | '/clients/archived'
    | '/providers'
    | '/providers/archived'
    | '/my_hours'
    | '/reports/timesheet/$providerId'
    | '/reports/grouped_clients'
    | '/reports/requests'
    | '/reports/provider_notes'
    | '/reports/student_notes'
    | '/reports/authorizations'
    | '/reports/productivity'
    | '/reports/cancellations'
    | '/reports/makeups'
    | '/reports/note-completion'
    | '/reports/meal-compliance'
    | '/reports/schedules'
    | '/payroll/clients'
    | '/reports/dashboard/my-sessions/v2'
    | '/payroll/runs'
    | '/payroll/grouped-providers'
    | '/payroll/providers'
    | '/payroll/approved-payroll'
    | '/payroll/providers-hours'
    | '/payroll/durations'
    | '/payroll/late-billing'
    | '/billing'
    | '/billing/clients'
    | '/billing/quickbooks'
    | '/billing/providers'
    | '/billing/locations'
    | '/billing/approved_payroll'
    | '/billing/late-billing'
    | '/billing/insurance'
    | '/billing/client-rates-report'
    | '/reports/dashboard/lunch-cards'
    | '/provider/my-profile/$id'
    | '/admin'
    | '/tickets/open'
    | '/tickets/closed'
    | '/feedback';
  permission: Permission;
  /** Also requires this permission. */
  only?: Permission;
  /** Hidden with this permission, because another entry has the link then. */
  unless?: Permission;
  /** The role codes that have it, where the specification names them: others have it elsewhere. */
  roles?: string;
  /** Hidden from everyone else. */
  for?: 'providers' | 'providers and invited staff';
  /** Shows the number of lunch cards to acknowledge. */
  countsLunchCards?: true;
  /** Links of the Reports dashboard reload the page after opening (specification, 2 and 9). */
  reloads?: true;
}

export interface MenuLinkEntry extends MenuLink {
  icon: LucideIcon;
}

/** Links under a heading inside a group. */
export interface MenuSection {
  label: string;
  links: readonly MenuLink[];
  /** Shows how much waits on its screens. */
  isDashboard?: true;
}

export interface MenuGroup {
  label: string;
  icon: LucideIcon;
  /** The link of the group's own name. The rail's flyout, which only opens, lists it first. */
  head?: MenuLink;
  links: readonly (MenuLink | MenuSection)[];
}

export type MenuEntry = MenuLinkEntry | MenuGroup;

/** An entry of the user menu. A group collapses and expands its links. */
export type AccountEntry =
  | MenuLinkEntry
  | (Pick<MenuGroup, 'label' | 'icon'> & { links: readonly MenuLink[] });

const DASHBOARD = 'Reports dashboard';
const dashboardLinks = [
  {
    label: 'My Sessions V2',
    to: '/reports/dashboard/my-sessions/v2',
    permission: 'session.report',
    reloads: true,
  },
  {
    label: 'Lunch Cards',
    to: '/reports/dashboard/lunch-cards',
    permission: 'lunch.report',
    reloads: true,
    countsLunchCards: true,
  },
] as const satisfies readonly MenuLink[];

/** The side menu in order. An entry is added once its screen exists. */
const entries: readonly MenuEntry[] = [
  { label: 'Home', icon: House, to: '/home', permission: 'account.use' },
  {
    label: 'My Schedule',
    icon: CalendarDays,
    to: '/schedules/calendar/events/get/my_calendar',
    permission: 'calendar.read',
    unless: 'calendar.read-master',
    for: 'providers and invited staff',
  },
  {
    label: 'Schedules',
    icon: CalendarDays,
    links: [
      {
        label: 'My Calendar',
        to: '/schedules/calendar/events/get/my_calendar',
        permission: 'calendar.read-master',
        for: 'providers and invited staff',
      },
      {
        label: 'Master Calendar',
        to: '/schedules/calendar/events/get/master_calendar',
        permission: 'calendar.read-master',
      },
    ],
  },
  {
    label: 'My Students',
    icon: GraduationCap,
    to: '/my-students',
    permission: 'student.read',
    unless: 'student.read-all',
  },
  {
    label: 'Students',
    icon: GraduationCap,
    head: { label: 'Students', to: '/students', permission: 'student.read-all' },
    links: [
      { label: 'My Students', to: '/my-students', permission: 'student.read-all' },
      { label: 'Archived', to: '/archived/students', permission: 'student.read-archived' },
    ],
  },
  {
    label: 'My Sessions',
    icon: CalendarCheck,
    to: '/my-sessions',
    permission: 'session.read',
    for: 'providers',
  },
  { label: 'My Hours', icon: Clock, to: '/my_hours', permission: 'hours.read', for: 'providers' },
  {
    label: 'Clients',
    icon: Building2,
    head: { label: 'Clients', to: '/clients', permission: 'client.open' },
    links: [{ label: 'Archived', to: '/clients/archived', permission: 'client.read-archived' }],
  },
  {
    label: 'Providers',
    icon: UsersRound,
    head: { label: 'Providers', to: '/providers', permission: 'provider.read' },
    links: [{ label: 'Archived', to: '/providers/archived', permission: 'provider.read-archived' }],
  },
  {
    label: 'Payroll',
    icon: Wallet,
    head: { label: 'Payroll', to: '/payroll/runs', permission: 'payroll.view' },
    links: [
      {
        label: 'Grouped Providers Report',
        to: '/payroll/grouped-providers',
        permission: 'payroll.view',
      },
      {
        label: 'Client Services Report',
        to: '/payroll/clients',
        permission: 'report.client-services',
        only: 'payroll.view',
        // Admins have it under Reports.
        roles: '0',
      },
      { label: 'Provider', to: '/payroll/providers', permission: 'payroll.view' },
      { label: 'Completed & Approved', to: '/payroll/approved-payroll', permission: 'payroll.view' },
      { label: 'Provider Hours', to: '/payroll/providers-hours', permission: 'payroll.view' },
      { label: 'Changed Durations', to: '/payroll/durations', permission: 'payroll.view' },
      { label: 'Late Billing', to: '/payroll/late-billing', permission: 'payroll.view' },
      {
        label: DASHBOARD,
        isDashboard: true,
        // Without Payroll, they are under Reports.
        links: dashboardLinks.map((link) => ({ ...link, only: 'payroll.view' })),
      },
    ],
  },
  {
    label: 'Billing',
    icon: ReceiptText,
    head: { label: 'Billing', to: '/billing', permission: 'billing.view' },
    links: [
      { label: 'Client Billing', to: '/billing/clients', permission: 'billing.view' },
      { label: 'QuickBooks', to: '/billing/quickbooks', permission: 'billing.view' },
      { label: 'Provider Billing', to: '/billing/providers', permission: 'billing.view' },
      { label: 'Location Billing', to: '/billing/locations', permission: 'billing.view' },
      { label: 'Approved Payroll', to: '/billing/approved_payroll', permission: 'billing.view' },
      { label: 'Late Billing', to: '/billing/late-billing', permission: 'billing.view' },
      { label: 'Client Rates', to: '/billing/client-rates-report', permission: 'billing.view' },
    ],
  },
  {
    label: 'Reports',
    icon: ChartColumn,
    links: [
      { label: 'Grouped Clients', to: '/reports/grouped_clients', permission: 'report.grouped-clients' },
      { label: 'Provider Notes', to: '/reports/provider_notes', permission: 'report.provider-notes' },
      { label: 'Student Notes', to: '/reports/student_notes', permission: 'report.student-notes' },
      {
        label: 'Client Services Report',
        to: '/payroll/clients',
        permission: 'report.client-services',
        roles: '1',
      },
      { label: 'Insurance Clients', to: '/billing/insurance', permission: 'billing.view' },
      {
        label: DASHBOARD,
        isDashboard: true,
        links: dashboardLinks.map((link) => ({ ...link, unless: 'payroll.view' })),
      },
      {
        label: 'More reports',
        links: [
          {
            label: 'Requests',
            to: '/reports/requests',
            permission: 'session.decide',
            // The office has My Sessions V2.
            unless: 'session.report',
          },
          { label: 'Authorizations', to: '/reports/authorizations', permission: 'report.authorizations' },
          { label: 'Productivity', to: '/reports/productivity', permission: 'report.productivity' },
          { label: 'Cancellations', to: '/reports/cancellations', permission: 'report.cancellations' },
          { label: 'Makeups', to: '/reports/makeups', permission: 'report.make-ups' },
          { label: 'Note Completion', to: '/reports/note-completion', permission: 'report.provider-notes' },
          { label: 'Meal Compliance', to: '/reports/meal-compliance', permission: 'lunch.report' },
          { label: 'Scheduled Reports', to: '/reports/schedules', permission: 'report-schedule.record' },
        ],
      },
      // For people who see others'; the person's own opens from My Hours.
      { label: 'Timesheets', to: '/reports/timesheet/$providerId', permission: 'provider.read' },
    ],
  },
];

/** The user options menu in order, before Logout (specification, 2). */
const accountEntries: readonly AccountEntry[] = [
  { label: 'Profile', icon: CircleUserRound, to: '/provider/my-profile/$id', permission: 'account.use' },
  { label: 'Admin', icon: Settings2, to: '/admin', permission: 'admin.use' },
  {
    label: 'Tickets',
    icon: LifeBuoy,
    links: [
      { label: 'Open', to: '/tickets/open', permission: 'ticket.use' },
      { label: 'Closed', to: '/tickets/closed', permission: 'ticket.use' },
    ],
  },
  { label: 'Feedback', icon: MessageSquareHeart, to: '/feedback', permission: 'feedback.use' },
];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'links' in entry;
}

export function isSection(link: MenuLink | MenuSection): link is MenuSection {
  return 'links' in link;
}

/**
 * The side menu of this person at this width: accessible entries, without empty groups and sections. The
 * narrow layout has no side menu.
 */
export function menuFor(reader: MenuReader, width: Viewport): MenuEntry[] {
  if (width === 'narrow') return [];
  return entries.flatMap((entry): MenuEntry[] => {
    if (!isGroup(entry)) return isShown(reader, entry) ? [entry] : [];
    const { head, ...group } = entry;
    const links = shownLinks(reader, group.links);
    if (head === undefined || !isShown(reader, head)) return links.length === 0 ? [] : [{ ...group, links }];
    if (links.length === 0) return [{ ...head, icon: group.icon }];
    return [width === 'rail' ? { ...group, links: [head, ...links] } : { ...group, head, links }];
  });
}

/** The screens of the user menu. The narrow layout has none of them. */
export function accountMenuFor(reader: Holder, width: Viewport): AccountEntry[] {
  if (width === 'narrow') return [];
  return accountEntries.flatMap((entry): AccountEntry[] => {
    if (!('links' in entry)) return mayUse(reader, entry.permission) ? [entry] : [];
    const links = entry.links.filter(({ permission }) => mayUse(reader, permission));
    return links.length === 0 ? [] : [{ ...entry, links }];
  });
}

/** The params of a link: a screen about one person starts with their own. */
export function menuParams({ user_id, provider_id }: { user_id: string; provider_id: string | null }) {
  return { id: user_id, providerId: provider_id ?? 'all' };
}

/** A screen of the menus with the group that it is in, without which "Archived" would say nothing. */
export interface MenuScreen extends MenuLink {
  group?: string;
}

/** Every screen that either menu offers this person, each once. */
export function menuScreens(reader: MenuReader): MenuScreen[] {
  const side = menuFor(reader, 'rail').flatMap((entry): MenuScreen[] =>
    isGroup(entry)
      ? entry.links
          .flatMap((link) => (isSection(link) ? link.links : [link]))
          .map((link) => (link.label === entry.label ? link : { ...link, group: entry.label }))
      : [entry],
  );
  const own = accountMenuFor(reader, 'rail').flatMap((entry): MenuScreen[] =>
    // Without their heading, "Open" would say nothing.
    'links' in entry
      ? entry.links.map((link) => ({ ...link, label: `${entry.label}: ${link.label}` }))
      : [entry],
  );
  return [...side, ...own];
}

function shownLinks(reader: MenuReader, links: MenuGroup['links']): (MenuLink | MenuSection)[] {
  return links.flatMap((link): (MenuLink | MenuSection)[] => {
    if (!isSection(link)) return isShown(reader, link) ? [link] : [];
    const within = link.links.filter((one) => isShown(reader, one));
    return within.length === 0 ? [] : [{ ...link, links: within }];
  });
}

function isShown(reader: MenuReader, link: MenuLink): boolean {
  if (!mayUse(reader, link.permission)) return false;
  if (link.only !== undefined && !mayUse(reader, link.only)) return false;
  if (link.unless !== undefined && mayUse(reader, link.unless)) return false;
  if (link.roles !== undefined && !link.roles.includes(reader.role)) return false;
  if (link.for === undefined) return true;
  return reader.isProvider || (link.for === 'providers and invited staff' && reader.isInvited);
}

/** Whether a URL is the link's screen or below it. */
export function isBelow(link: MenuLink, pathname: string): boolean {
  const place = link.to.replace(/\/\$.*$/, '');
  return pathname === place || pathname.startsWith(`${place}/`);
}

/** Whether the top bar has the bell: with the collapsed menu only for super admins (specification, 2). */
export function hasBell(role: string, menu: 'full' | 'rail'): boolean {
  return menu === 'full' || role === '0';
}
