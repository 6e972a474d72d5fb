import {
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  Clock,
  GraduationCap,
  House,
  type LucideIcon,
  Settings2,
  Wallet,
} from 'lucide-react';
import { type Holder, mayUse, type Permission } from '#domain/access/permissions.ts';

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
    | '/my_hours'
    | '/reports/timesheet/$providerId'
    | '/reports/dashboard/my-sessions/v2'
    | '/payroll/durations'
    | '/reports/dashboard/lunch-cards'
    | '/admin';
  permission: Permission;
  /** Shown only where this is not permitted: then another entry holds the link. */
  unless?: Permission;
  /** Links of the Reports dashboard load the page anew after opening (specification, 2 and 9). */
  reloads?: true;
}

export interface MenuLinkEntry extends MenuLink {
  icon: LucideIcon;
}

export interface MenuGroup {
  label: string;
  icon: LucideIcon;
  links: readonly MenuLink[];
  /** Wears the number of lunch cards that wait. */
  remindsOfLunchCards?: true;
}

export type MenuEntry = MenuLinkEntry | MenuGroup;

/** The side menu in its order. An entry stands here once its screen exists. */
const entries: readonly MenuEntry[] = [
  { label: 'Home', icon: House, to: '/home', permission: 'account.use' },
  {
    label: 'My Schedule',
    icon: CalendarDays,
    to: '/schedules/calendar/events/get/my_calendar',
    permission: 'calendar.read',
    unless: 'calendar.read-master',
  },
  {
    label: 'Schedules',
    icon: CalendarDays,
    links: [
      {
        label: 'My Calendar',
        to: '/schedules/calendar/events/get/my_calendar',
        permission: 'calendar.read-master',
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
    links: [
      { label: 'Students', to: '/students', permission: 'student.read-all' },
      { label: 'My Students', to: '/my-students', permission: 'student.read-all' },
      { label: 'Archived', to: '/archived/students', permission: 'student.read-archived' },
    ],
  },
  { label: 'My Sessions', icon: CalendarCheck, to: '/my-sessions', permission: 'session.read' },
  { label: 'My Hours', icon: Clock, to: '/my_hours', permission: 'hours.read' },
  {
    label: 'Payroll',
    icon: Wallet,
    links: [{ label: 'Changed Durations', to: '/payroll/durations', permission: 'payroll.view' }],
  },
  {
    label: 'Reports',
    icon: ChartColumn,
    remindsOfLunchCards: true,
    links: [
      {
        label: 'My Sessions V2',
        to: '/reports/dashboard/my-sessions/v2',
        permission: 'session.report',
        reloads: true,
      },
      { label: 'Lunch Cards', to: '/reports/dashboard/lunch-cards', permission: 'lunch.report' },
      // For those who see other people's; one's own is opened from My Hours.
      { label: 'Timesheets', to: '/reports/timesheet/$providerId', permission: 'provider.read' },
    ],
  },
  { label: 'Admin', icon: Settings2, to: '/admin', permission: 'admin.use' },
];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'links' in entry;
}

/** What this person's menu shows: permitted links, and groups in which one is left. */
export function menuFor(holder: Holder): MenuEntry[] {
  return entries.flatMap((entry): MenuEntry[] => {
    if (!isGroup(entry)) return isShown(holder, entry) ? [entry] : [];
    const links = entry.links.filter((link) => isShown(holder, link));
    return links.length === 0 ? [] : [{ ...entry, links }];
  });
}

function isShown(holder: Holder, { permission, unless }: MenuLink): boolean {
  return mayUse(holder, permission) && (unless === undefined || !mayUse(holder, unless));
}

/** Whether an address is the link's screen or lies below it. */
export function isBelow(link: MenuLink, pathname: string): boolean {
  const place = link.to.replace(/\/\$.*$/, '');
  return pathname === place || pathname.startsWith(`${place}/`);
}
