import { dayPlus } from '#domain/time/pacific.ts';

/** What is changed for many records in one step, and taken back in one. */
export const BULK_CHANGE_KINDS = [
  'renewal',
  'transfer',
  'transfer-students',
  'assign-provider',
  'archive-students',
  'set-supervisor',
  'archive-clients',
  'archive-providers',
  'restore-students',
  'restore-clients',
  'restore-providers',
] as const;
export type BulkChangeKind = (typeof BULK_CHANGE_KINDS)[number];

export const BULK_CHANGE_LABELS: Readonly<Record<BulkChangeKind, string>> = {
  renewal: 'Renewal for a year',
  transfer: 'Transfer',
  'transfer-students': 'Students transferred',
  'assign-provider': 'Provider assigned',
  'archive-students': 'Students archived',
  'set-supervisor': 'Supervisor changed',
  'archive-clients': 'Clients deactivated',
  'archive-providers': 'Providers archived',
  'restore-students': 'Students restored',
  'restore-clients': 'Clients activated',
  'restore-providers': 'Providers activated',
};

const UNDO_DAYS = 30;

/** The last day on which a change that was made on a day can be undone. */
export function lastBulkUndoDay(made_on: string): string {
  return dayPlus(made_on, UNDO_DAYS);
}
