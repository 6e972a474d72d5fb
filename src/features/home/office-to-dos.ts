import { linkOptions } from '@tanstack/react-router';
import type { Waiting, WaitingKind } from '#contract/home.ts';
import { type Holder, mayUse } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { ToDo } from './to-do-list.tsx';

const WORDS: Record<WaitingKind, readonly [string, string]> = {
  timesheet: ['timesheet to approve', 'timesheets to approve'],
  'pay-period': ['pay period to lock', 'pay periods to lock'],
  duration: ['changed duration to decide', 'changed durations to decide'],
  'late-entry': ['late entry to decide', 'late entries to decide'],
  edit: ['edit request to decide', 'edit requests to decide'],
  deletion: ['deletion request to decide', 'deletion requests to decide'],
  'lunch-card': ['lunch card to acknowledge', 'lunch cards to acknowledge'],
  'note-late': ['overdue SOAP note', 'overdue SOAP notes'],
  'held-change': ['held change to review', 'held changes to review'],
  device: ['device with unsynced changes', 'devices with unsynced changes'],
  credential: [
    'provider with an expired or expiring credential',
    'providers with expired or expiring credentials',
  ],
  'authorization-up': ['authorization used up', 'authorizations used up'],
  'authorization-nearly': ['authorization at 80% or more', 'authorizations at 80% or more'],
  'authorization-ending': ['authorization that ends in 30 days', 'authorizations that end in 30 days'],
  'iep-review': ['student with an IEP review due', 'students with an IEP review due'],
  'invoice-overdue': ['overdue invoice', 'overdue invoices'],
};

/** A lead's and a supervisor's own notes are counted above these, too. */
const NOTES_OF_A_TEAM = [
  "overdue SOAP note, including your team's",
  "overdue SOAP notes, including your team's",
] as const;

/** The list that shows exactly what was counted. */
function listOf({ kind, from, to }: Waiting, holder: Holder): ToDo['link'] {
  const days = from === null || to === null ? {} : { from, to };
  switch (kind) {
    case 'timesheet':
      return linkOptions({
        to: '/reports/timesheet/$providerId',
        params: { providerId: 'all' },
        search: { status: 'submitted', ...(from !== null && { period: from }) },
      });
    case 'pay-period':
      return linkOptions({ to: '/payroll/closing', search: from === null ? {} : { period: from } });
    case 'duration':
      if (mayUse(holder, 'payroll.view')) {
        return linkOptions({ to: '/payroll/durations', search: { ...days, status: 'pending' } });
      }
      return linkOptions({ to: '/reports/dashboard/my-sessions/v2', search: { ...days, pending: kind } });
    case 'late-entry':
    case 'edit':
    case 'deletion':
      if (mayUse(holder, 'payroll.view')) {
        return linkOptions({ to: '/payroll/requests', search: { ...days, kind, status: 'pending' } });
      }
      return linkOptions({ to: '/reports/dashboard/my-sessions/v2', search: { ...days, pending: kind } });
    case 'lunch-card':
      return linkOptions({
        to: '/reports/dashboard/lunch-cards',
        search: { ...days, compliance: 'needs_ack' },
      });
    case 'note-late':
      return linkOptions({ to: '/reports/provider_notes', search: { ...days, late: true } });
    case 'held-change':
      return mayUse(holder, 'admin.use')
        ? linkOptions({ to: '/admin/quarantine' })
        : linkOptions({ to: '/sync' });
    case 'device':
      return linkOptions({ to: '/admin/devices', search: { show: 'unsent' } });
    case 'credential':
      return linkOptions({ to: '/providers', search: { expiring: true } });
    case 'authorization-up':
      return linkOptions({ to: '/reports/authorizations', search: { used: 'up' } });
    case 'authorization-nearly':
      return linkOptions({ to: '/reports/authorizations', search: { used: 'nearly' } });
    case 'authorization-ending':
      return linkOptions({ to: '/reports/authorizations', search: { ends: '30' } });
    case 'iep-review':
      return linkOptions({ to: '/students', search: { iep: true } });
    case 'invoice-overdue':
      return linkOptions({ to: '/billing/invoices', search: { age: 'late' } });
  }
}

/** What the server counted for the person. */
export function officeToDos(waiting: readonly Waiting[], holder: Holder): ToDo[] {
  return waiting.map((one) => ({
    id: `${one.kind} ${one.from}`,
    count: one.count,
    words: one.kind === 'note-late' && hasTeam(holder) ? NOTES_OF_A_TEAM : WORDS[one.kind],
    ...((one.kind === 'timesheet' || one.kind === 'pay-period') && one.from !== null && one.to !== null
      ? { days: { from: one.from, to: one.to } }
      : {}),
    link: listOf(one, holder),
  }));
}

function hasTeam({ role }: Holder): boolean {
  return role === ROLES.serviceLead || role === ROLES.supervisor;
}

/** Whether the server counts anything for this role. */
export function isAskedAbout(holder: Holder): boolean {
  return (
    mayUse(holder, 'timesheet.decide') ||
    mayUse(holder, 'payroll.view') ||
    mayUse(holder, 'lunch.acknowledge') ||
    mayUse(holder, 'quarantine.decide') ||
    mayUse(holder, 'device.read-all') ||
    mayUse(holder, 'billing.view') ||
    mayUse(holder, 'report.provider-notes') ||
    (mayUse(holder, 'session.decide') && mayUse(holder, 'session.report'))
  );
}
