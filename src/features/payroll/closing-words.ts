import { type LinkProps, linkOptions } from '@tanstack/react-router';
import type { PayPeriodClosing } from '#contract/payroll-closing.ts';
import { type Holder, mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import type { ClosingItem } from '#domain/payroll/closing-rules.ts';

/** What an item of the checklist is called: of one, of several, and of none. */
export const ITEM_WORDS: Readonly<Record<ClosingItem, readonly [one: string, many: string, none: string]>> = {
  unsubmitted: ['timesheet not submitted', 'timesheets not submitted', 'All timesheets are submitted'],
  arriving: [
    "timesheet waiting for items that haven't synced",
    "timesheets waiting for items that haven't synced",
    'No timesheet is waiting for items to sync',
  ],
  'open-time': [
    'timecard or lunch break without an end',
    'timecards and lunch breaks without an end',
    'Every timecard and lunch break has an end',
  ],
  'lunch-card': ['lunch card to acknowledge', 'lunch cards to acknowledge', 'No lunch cards to acknowledge'],
  duration: ['changed duration to review', 'changed durations to review', 'No changed durations to review'],
  'late-entry': ['late entry to review', 'late entries to review', 'No late entries to review'],
  edit: ['edit request to review', 'edit requests to review', 'No edit requests to review'],
  deletion: ['deletion request to review', 'deletion requests to review', 'No deletion requests to review'],
  'unsigned-note': ['SOAP note not signed', 'SOAP notes not signed', 'All SOAP notes are signed'],
  unsynced: [
    'unsynced change on a device that may affect this period',
    'unsynced changes on devices that may affect this period',
    'Every device has synced',
  ],
  'held-change': ['held change to review', 'held changes to review', 'No held changes to review'],
  'missing-rate': ['line without a pay rate', 'lines without a pay rate', 'Every line has a pay rate'],
};

/** The list of what was counted; null where there is none or the person can't open it. */
export function listOfItem(
  item: ClosingItem,
  { start_date: from, end_date: to }: PayPeriodClosing['period'],
  holder: Holder,
): LinkProps | null {
  const days = { from, to };
  const timesheets = (status: 'not-submitted' | 'waiting') =>
    linkOptions({
      to: '/reports/timesheet/$providerId',
      params: { providerId: 'all' },
      search: { period: from, status },
    });
  switch (item) {
    case 'unsubmitted':
      return timesheets('not-submitted');
    case 'arriving':
      return timesheets('waiting');
    case 'lunch-card':
      return mayUse(holder, 'lunch.report')
        ? linkOptions({
            to: '/reports/dashboard/lunch-cards',
            search: { ...days, compliance: 'needs_ack' },
          })
        : null;
    case 'duration':
      return linkOptions({ to: '/payroll/durations', search: { ...days, status: 'pending' } });
    case 'late-entry':
    case 'edit':
    case 'deletion':
      // Leads see those of their services only.
      return seesWholeOrganization(holder)
        ? linkOptions({ to: '/reports/requests', search: { ...days, kind: item } })
        : null;
    case 'unsigned-note':
      return mayUse(holder, 'report.provider-notes')
        ? linkOptions({ to: '/reports/provider_notes', search: { ...days, status: 'unsigned' } })
        : null;
    case 'unsynced':
      return mayUse(holder, 'device.read-all')
        ? linkOptions({ to: '/admin/devices', search: { show: 'unsent' } })
        : null;
    case 'held-change':
      return mayUse(holder, 'admin.use') ? linkOptions({ to: '/admin/quarantine' }) : null;
    case 'open-time':
      return linkOptions({ to: '/payroll/closing/open-time', search: { period: from } });
    case 'missing-rate':
      return linkOptions({ to: '/payroll/closing/missing-rates', search: { period: from } });
  }
}

/** Where a person of an item is looked at: their pay rates, or their timesheet of the period. */
export function placeOfPerson(
  item: ClosingItem,
  id: string,
  { start_date: period }: PayPeriodClosing['period'],
  holder: Holder,
): LinkProps | null {
  // Their authors may be people without a timesheet.
  if (item === 'unsynced' || item === 'held-change' || !mayUse(holder, 'provider.read')) return null;
  return item === 'missing-rate'
    ? linkOptions({ to: '/providers/info/$id', params: { id }, search: { tab: 'rates' } })
    : linkOptions({ to: '/reports/timesheet/$providerId', params: { providerId: id }, search: { period } });
}
