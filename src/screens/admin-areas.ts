import {
  ArrowLeftRight,
  Building2,
  CalendarOff,
  CalendarRange,
  CalendarSync,
  CircleDollarSign,
  FileSpreadsheet,
  FileUp,
  Gavel,
  History,
  LibraryBig,
  type LucideIcon,
  Map as MapIcon,
  Megaphone,
  MonitorSmartphone,
  ReceiptText,
  ScrollText,
  Users,
} from 'lucide-react';
import type { Permission } from '#domain/access/permissions.ts';

/** The headings under which Admin lists its areas. */
export const ADMIN_GROUPS = ['People', 'Organization', 'Billing', 'Devices', 'Lists'] as const;

/** A screen of Admin, and what people do there. */
export interface AdminArea {
  group: (typeof ADMIN_GROUPS)[number];
  label: string;
  words: string;
  to:
    | '/admin/audit'
    | '/admin/billing-conditions'
    | '/admin/bulk-changes'
    | '/admin/closures'
    | '/admin/devices'
    | '/admin/hand-overs'
    | '/admin/import'
    | '/admin/messages'
    | '/admin/new-year'
    | '/admin/organization'
    | '/admin/pay-periods'
    | '/admin/quarantine'
    | '/admin/rates'
    | '/admin/regions'
    | '/admin/rescue'
    | '/admin/soap-options'
    | '/admin/users';
  permission: Permission;
  icon: LucideIcon;
}

/** Every area, by its heading; which of them a person sees depends on its permission. */
export const ADMIN_AREAS: readonly AdminArea[] = [
  {
    group: 'People',
    label: 'Users',
    words: 'Accounts with their roles, grants, and logins. Invite, lock, or log someone out.',
    to: '/admin/users',
    permission: 'user.read',
    icon: Users,
  },
  {
    group: 'People',
    label: 'Messages',
    words: 'Announcements to your organization, and who has read, acknowledged, or signed them.',
    to: '/admin/messages',
    permission: 'message.send',
    icon: Megaphone,
  },
  {
    group: 'People',
    label: 'Audit log',
    words: 'Who changed and viewed what, and when. Filter by a student for their access record.',
    to: '/admin/audit',
    permission: 'audit.read',
    icon: ScrollText,
  },
  {
    group: 'People',
    label: 'New year',
    words: "Renew the assigned services of a client's students for a fiscal year, and move their grades up.",
    to: '/admin/new-year',
    permission: 'bulk-change.record',
    icon: CalendarSync,
  },
  {
    group: 'People',
    label: 'Bulk changes',
    words: 'Renewals, transfers, and other bulk changes. Undo them for 30 days.',
    to: '/admin/bulk-changes',
    permission: 'bulk-change.record',
    icon: History,
  },
  {
    group: 'People',
    label: 'Hand-overs',
    words: 'Caseloads with a substitute, and since when. Open one to undo it or hand it back.',
    to: '/admin/hand-overs',
    permission: 'caseload.move',
    icon: ArrowLeftRight,
  },
  {
    group: 'Organization',
    label: 'Organization',
    words: 'Name, logo, clock, rule for pay periods, and meal policy.',
    to: '/admin/organization',
    permission: 'organization.record',
    icon: Building2,
  },
  {
    group: 'Organization',
    label: 'Pay periods',
    words: 'Add the periods of a year. Close, lock, and reopen them.',
    to: '/admin/pay-periods',
    permission: 'pay-period.record',
    icon: CalendarRange,
  },
  {
    group: 'Organization',
    label: 'School closures',
    words: 'Holidays and breaks. Planned sessions are skipped on these days.',
    to: '/admin/closures',
    permission: 'catalogue.record',
    icon: CalendarOff,
  },
  {
    group: 'Devices',
    label: 'Devices and sync',
    words: "Each device's last contact, unsynced changes, and app version. Report lost devices.",
    to: '/admin/devices',
    permission: 'device.read-all',
    icon: MonitorSmartphone,
  },
  {
    group: 'Devices',
    label: 'Held changes',
    words: 'Changes from lost devices, deactivated accounts, and hand-overs.',
    to: '/admin/quarantine',
    permission: 'quarantine.decide',
    icon: Gavel,
  },
  {
    group: 'Devices',
    label: 'Import a rescue file',
    words: "Bring in changes exported from a device that couldn't connect.",
    to: '/admin/rescue',
    permission: 'rescue.import',
    icon: FileUp,
  },
  {
    group: 'Billing',
    label: 'Rates of regions and services',
    words: "Hourly rates for clients without their own. Create next year's from this year's.",
    to: '/admin/rates',
    permission: 'rate.record',
    icon: CircleDollarSign,
  },
  {
    group: 'Billing',
    label: 'Billing conditions',
    words: 'No-shows, rounding, group split, and other terms agreed with each client.',
    to: '/admin/billing-conditions',
    permission: 'billing-condition.record',
    icon: ReceiptText,
  },
  {
    group: 'Lists',
    label: 'Import files',
    words:
      'Move in from another system: clients, students, providers, rates, and past sessions from CSV or Excel.',
    to: '/admin/import',
    permission: 'catalogue.record',
    icon: FileSpreadsheet,
  },
  {
    group: 'Lists',
    label: 'SOAP options',
    words: 'Goal and plan bank with translations, CPT and DX codes.',
    to: '/admin/soap-options',
    permission: 'soap-option.record',
    icon: LibraryBig,
  },
  {
    group: 'Lists',
    label: 'Services, regions, and locations',
    words: 'Services and their categories, regions and sub-regions, and locations.',
    to: '/admin/regions',
    permission: 'catalogue.record',
    icon: MapIcon,
  },
];
