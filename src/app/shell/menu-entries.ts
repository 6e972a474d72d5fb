import { CalendarCheck, ChartColumn, House, type LucideIcon } from 'lucide-react';
import { type Holder, mayUse, type Permission } from '#domain/access/permissions.ts';

export interface MenuLink {
  label: string;
  to: '/home' | '/my-sessions' | '/reports/dashboard/my-sessions/v2';
  permission: Permission;
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
}

export type MenuEntry = MenuLinkEntry | MenuGroup;

/** The side menu in its order. An entry stands here once its screen exists. */
const entries: readonly MenuEntry[] = [
  { label: 'Home', icon: House, to: '/home', permission: 'account.use' },
  { label: 'My Sessions', icon: CalendarCheck, to: '/my-sessions', permission: 'session.read' },
  {
    label: 'Reports',
    icon: ChartColumn,
    links: [
      {
        label: 'My Sessions V2',
        to: '/reports/dashboard/my-sessions/v2',
        permission: 'session.report',
        reloads: true,
      },
    ],
  },
];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'links' in entry;
}

/** What this person's menu shows: permitted links, and groups in which one is left. */
export function menuFor(holder: Holder): MenuEntry[] {
  return entries.flatMap((entry): MenuEntry[] => {
    if (!isGroup(entry)) return mayUse(holder, entry.permission) ? [entry] : [];
    const links = entry.links.filter((link) => mayUse(holder, link.permission));
    return links.length === 0 ? [] : [{ ...entry, links }];
  });
}

/** Whether an address is the link's screen or lies below it. */
export function isBelow(link: MenuLink, pathname: string): boolean {
  return pathname === link.to || pathname.startsWith(`${link.to}/`);
}
