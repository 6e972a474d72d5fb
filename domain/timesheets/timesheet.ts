export const TIMESHEET_STATUSES = [
  'submitted',
  'approved',
  'rejected',
  'withdrawn',
  'reopened',
  'locked',
] as const;

/** A period without a timesheet is shown as `not-submitted`. */
export type TimesheetStatus = (typeof TIMESHEET_STATUSES)[number];

export const STATUS_LABELS: Record<TimesheetStatus | 'not-submitted', string> = {
  'not-submitted': 'Not submitted',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  reopened: 'Reopened',
  locked: 'Locked',
};

/** The decisions on a timesheet. */
export const STATUS_DECISIONS = ['approved', 'rejected', 'withdrawn', 'reopened'] as const;
export type StatusDecision = (typeof STATUS_DECISIONS)[number];

/** A row that a timesheet covers. */
export interface ManifestItem {
  entity: 'session' | 'lunch' | 'timecard';
  id: string;
  /** The server's version that the device held; 0 if the row was unconfirmed. */
  version: number;
  /** Writes about it that were still in the outbox. */
  write_ids: string[];
}

export const STEP_KINDS = [...TIMESHEET_STATUSES, 'recommended', 'amended'] as const;

/** A status change, recommendation, or amendment, for the record. */
export interface TimesheetStep {
  status: (typeof STEP_KINDS)[number];
  at: string;
  by: string;
  notes: string;
}

/** A period's totals as the provider saw them, in whole minutes. */
export interface TimesheetTotals {
  sessions: number;
  direct_minutes: number;
  indirect_minutes: number;
  meal_minutes: number;
  paused_minutes: number;
  paid_minutes: number;
  expected_minutes: number;
}

/** The newest revision of a period: an unconfirmed one comes last. */
export function newestRevision<Sheet extends { revision: number; version: number; captured_at: string }>(
  sheets: readonly Sheet[],
): Sheet | null {
  return sheets.toSorted(byRevision).at(-1) ?? null;
}

function byRevision(
  a: { revision: number; version: number; captured_at: string },
  b: { revision: number; version: number; captured_at: string },
): number {
  if ((a.version === 0) !== (b.version === 0)) return a.version === 0 ? 1 : -1;
  return a.revision - b.revision || a.captured_at.localeCompare(b.captured_at);
}
