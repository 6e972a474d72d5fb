import type { BellEvent } from '#domain/notifications/bell-events.ts';
import type { DayProblem } from '#domain/timesheets/day-problems.ts';

/** What can block closing a pay period, in the order of the checklist. */
export const CLOSING_ITEMS = [
  'unsubmitted',
  'arriving',
  'open-time',
  'lunch-card',
  'duration',
  'late-entry',
  'edit',
  'deletion',
  'unsigned-note',
  'unsynced',
  'held-change',
  'missing-rate',
] as const;
export type ClosingItem = (typeof CLOSING_ITEMS)[number];

/** What people have to do themselves, so that they can be reminded of it. */
export const REMINDABLE_ITEMS = ['unsubmitted', 'open-time', 'unsigned-note', 'unsynced'] as const;
export type RemindableItem = (typeof REMINDABLE_ITEMS)[number];

/** What rings the bell of the people who are reminded. */
export const REMINDER_EVENTS: Readonly<Record<RemindableItem, BellEvent>> = {
  unsubmitted: 'timesheet-due',
  'open-time': 'time-open',
  'unsigned-note': 'notes-due',
  unsynced: 'changes-unsynced',
};

export function isRemindable(item: ClosingItem): item is RemindableItem {
  return (REMINDABLE_ITEMS as readonly ClosingItem[]).includes(item);
}

/** How long no one is reminded of the same thing again. */
const REMINDER_PAUSE_MS = 20 * 3_600_000;

/** Whether a reminder may ring again. @param now the server's clock, ISO 8601 */
export function mayRemindAgain(reminded_at: string | null, now: string): boolean {
  return reminded_at === null || Date.parse(now) - Date.parse(reminded_at) >= REMINDER_PAUSE_MS;
}

/** Why someone has to look at a submitted timesheet before it is approved. */
export const SHEET_FINDINGS = [
  'hours-differ',
  'open-time',
  'meal-unexplained',
  'lunch-card',
  'duration',
  'request',
  'overlap',
  'no-sessions',
  'unsynced',
] as const;
export type SheetFinding = (typeof SHEET_FINDINGS)[number];

export const SHEET_FINDING_LABELS: Readonly<Record<SheetFinding, string>> = {
  'hours-differ': 'Hours have changed since it was submitted',
  'open-time': 'A timecard or lunch break has no end',
  'meal-unexplained': 'A meal was missed, short, or late without a reason',
  'lunch-card': 'A lunch card needs acknowledgment',
  duration: 'A changed duration needs approval',
  request: 'A late entry, edit, or deletion needs approval',
  overlap: 'Sessions overlap',
  'no-sessions': 'Work was planned or clocked, but no sessions are logged',
  unsynced: 'A device has unsynced changes that may affect the hours',
};

const OF_ITEM: Partial<Record<ClosingItem, SheetFinding>> = {
  'open-time': 'open-time',
  'lunch-card': 'lunch-card',
  duration: 'duration',
  'late-entry': 'request',
  edit: 'request',
  deletion: 'request',
  unsynced: 'unsynced',
};

const OF_PROBLEM: Partial<Record<DayProblem, SheetFinding>> = {
  'open-card': 'open-time',
  'meal-unexplained': 'meal-unexplained',
  overlap: 'overlap',
  'no-sessions': 'no-sessions',
  'duration-undecided': 'duration',
};

/**
 * What someone has to look at before a timesheet is approved; nothing if it can be approved with others. Only what
 * may change its hours counts: a missing note or pay rate doesn't.
 * @param facts.items under which its provider is listed
 * @param facts.problems of its days
 * @param facts.isAsSubmitted whether its hours are still those that were submitted
 */
export function sheetFindings(facts: {
  items: Iterable<ClosingItem>;
  problems: Iterable<DayProblem>;
  isAsSubmitted: boolean;
}): SheetFinding[] {
  const found = new Set<SheetFinding | undefined>(facts.isAsSubmitted ? [] : ['hours-differ']);
  for (const item of facts.items) found.add(OF_ITEM[item]);
  for (const problem of facts.problems) found.add(OF_PROBLEM[problem]);
  return SHEET_FINDINGS.filter((finding) => found.has(finding));
}
