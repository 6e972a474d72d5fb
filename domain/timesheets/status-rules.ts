import { mayUse } from '#domain/access/permissions.ts';
import { type Actor, maySeeTimesheet } from '#domain/access/row-rules.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import {
  type ManifestItem,
  STATUS_LABELS,
  type StatusDecision,
  type TimesheetStatus,
  type TimesheetTotals,
} from './timesheet.ts';

/** The fields of a timesheet that the rules need. */
export interface TimesheetFacts {
  provider_id: string;
  status: TimesheetStatus;
  waiting_for: number;
}

/** Why a status change is refused; `code` is from the error catalog. */
export interface CommandRefusal {
  code:
    | 'access.denied'
    | 'decision.own'
    | 'period.locked'
    | 'request.invalid'
    | 'timesheet.decided'
    | 'timesheet.waiting';
  message?: string;
  fields?: FieldErrors;
}

/** The status that each decision requires. */
const FROM: Record<StatusDecision, TimesheetStatus> = {
  withdrawn: 'submitted',
  approved: 'submitted',
  rejected: 'submitted',
  reopened: 'approved',
};

const NOTE_WANTED: ReadonlySet<StatusDecision> = new Set(['rejected', 'reopened']);

/** Whether a decision needs a note. */
export function needsNote(decision: StatusDecision): boolean {
  return NOTE_WANTED.has(decision);
}

/**
 * The effective status: an approved timesheet is locked with its pay period.
 * @param isLocked whether the office has locked the pay period
 */
export function statusInPeriod(status: TimesheetStatus, isLocked: boolean): TimesheetStatus {
  return isLocked && status === 'approved' ? 'locked' : status;
}

/**
 * Why someone who may see a timesheet may not make this decision; null if they may.
 *
 * Only its owner withdraws it; only the office decides, and no one on their own.
 */
export function decisionRefusal(
  actor: Actor,
  sheet: TimesheetFacts,
  decision: { new_status: StatusDecision; notes: string },
  isLocked: boolean,
): CommandRefusal | null {
  const { new_status, notes } = decision;
  const isOwn = sheet.provider_id === actor.provider_id;
  if (new_status === 'withdrawn') {
    if (!isOwn) return { code: 'access.denied', message: 'Only the provider can withdraw this timesheet.' };
  } else {
    if (isOwn) return { code: 'decision.own' };
    if (!mayUse(actor, 'timesheet.decide')) return { code: 'access.denied' };
  }
  if (isLocked || sheet.status === 'locked') return { code: 'period.locked' };
  if (sheet.status !== FROM[new_status])
    return { code: 'timesheet.decided', message: currentStatusWords(sheet) };
  if (new_status === 'approved' && sheet.waiting_for > 0) {
    return { code: 'timesheet.waiting', message: waitingWords(sheet.waiting_for) };
  }
  if (needsNote(new_status) && notes.trim() === '') {
    return { code: 'request.invalid', fields: { notes: 'Enter a note.' } };
  }
  return null;
}

/** Why this person may not amend the timesheet; null for its provider while the period is open. */
export function amendmentRefusal(
  actor: Actor,
  sheet: TimesheetFacts,
  manifests: { before: readonly ManifestItem[]; after: readonly ManifestItem[] },
  isLocked: boolean,
): CommandRefusal | null {
  if (sheet.provider_id !== actor.provider_id) return { code: 'access.denied' };
  if (isLocked) return { code: 'period.locked' };
  const known = new Set(manifests.before.map(({ entity, id }) => `${entity} ${id}`));
  return manifests.after.every(({ entity, id }) => known.has(`${entity} ${id}`))
    ? null
    : {
        code: 'request.invalid',
        fields: { manifest: "You can't add items to a submitted timesheet. Withdraw it and submit again." },
      };
}

/** The step's text after an amendment dropped items. */
export function amendmentWords(given: number): string {
  if (given === 0)
    return 'Changes that never synced were discarded. The hours are the ones certified at submission.';
  return given === 1
    ? '1 item was discarded. The hours are the ones certified at submission.'
    : `${given} items were discarded. The hours are the ones certified at submission.`;
}

/**
 * Why this person may not recommend a timesheet for approval; null for a lead or supervisor of its provider.
 */
export function recommendationRefusal(
  actor: Actor,
  sheet: TimesheetFacts,
  providerServices: readonly string[],
  isLocked: boolean,
): CommandRefusal | null {
  if (sheet.provider_id === actor.provider_id) return { code: 'decision.own' };
  if (!mayUse(actor, 'timesheet.recommend') || !maySeeTimesheet(actor, sheet, providerServices)) {
    return { code: 'access.denied' };
  }
  if (isLocked || sheet.status === 'locked') return { code: 'period.locked' };
  return sheet.status === 'submitted'
    ? null
    : { code: 'timesheet.decided', message: currentStatusWords(sheet) };
}

/** Whether a period whose newest timesheet has this status can be submitted again. */
export function takesSubmission(status: TimesheetStatus | 'not-submitted'): boolean {
  return (
    status === 'not-submitted' || status === 'withdrawn' || status === 'rejected' || status === 'reopened'
  );
}

/** Whether a timesheet in this status makes the days of its period read-only for its provider. */
export function closesDays(status: TimesheetStatus): boolean {
  return !takesSubmission(status);
}

/**
 * The totals submitted with a period's newest timesheet, if it is active and they differ from the current
 * ones; null otherwise.
 * @param now the current totals; null while they are unknown
 */
export function submittedTotals(
  newest: { status: TimesheetStatus; totals: TimesheetTotals } | null,
  now: TimesheetTotals | null,
): TimesheetTotals | null {
  if (newest === null || !closesDays(newest.status)) return null;
  const { totals } = newest;
  const isSame =
    now !== null &&
    (Object.keys(totals) as (keyof TimesheetTotals)[]).every((name) => totals[name] === now[name]);
  return isSame ? null : totals;
}

/**
 * How completely a submission has arrived: the server's version (0 if none), and the number of missing items.
 */
export interface Arrival {
  version: number;
  waiting_for: number;
}

/** Whether the server has a submission with everything it covers; only then it counts. */
export function isWhole({ version, waiting_for }: Arrival): boolean {
  return version > 0 && waiting_for === 0;
}

/** A timesheet's status in a few words. It is called submitted only once it has arrived completely. */
export function statusWords(status: keyof typeof STATUS_LABELS, arrival: Arrival | null): string {
  if (status !== 'submitted' || arrival === null || isWhole(arrival)) return STATUS_LABELS[status];
  if (arrival.version === 0) return 'Not submitted yet';
  return `Waiting for ${arrival.waiting_for === 1 ? '1 item' : `${arrival.waiting_for} items`}`;
}

/** "This timesheet is waiting for 2 items that haven't synced." */
export function waitingWords(items: number): string {
  return `This timesheet is waiting for ${items} ${items === 1 ? 'item' : 'items'} that ${items === 1 ? "hasn't" : "haven't"} synced.`;
}

function currentStatusWords({ status }: TimesheetFacts): string {
  return `This timesheet is already ${status}.`;
}
