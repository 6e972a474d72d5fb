import { counted } from '#domain/text/counted.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';

export const PAY_PERIOD_KINDS = ['half-monthly', 'monthly', 'biweekly', 'weekly'] as const;
export type PayPeriodKind = (typeof PAY_PERIOD_KINDS)[number];

export const PAY_PERIOD_KIND_LABELS: Readonly<Record<PayPeriodKind, string>> = {
  'half-monthly': '1st to 15th, 16th to end of month',
  monthly: 'Every month',
  biweekly: 'Every two weeks',
  weekly: 'Every week',
};

/** How the organization divides the year into pay periods. */
export interface PayPeriodRule {
  pay_period_kind: PayPeriodKind;
  /** A Pacific day on which a period begins; only weeks are counted from it. */
  pay_period_anchor: string;
}

/** First and last Pacific day, inclusive. */
export interface PeriodDays {
  start_date: string;
  end_date: string;
}

/**
 * The period that the rule gives a Pacific day.
 *
 * Weeks are counted from the anchor in both directions.
 */
export function naturalPeriod(
  { pay_period_kind: kind, pay_period_anchor }: PayPeriodRule,
  day: string,
): PeriodDays {
  const month = day.slice(0, 8);
  if (kind === 'weekly' || kind === 'biweekly') {
    const length = kind === 'weekly' ? 7 : 14;
    const since = daysBetween(pay_period_anchor, day);
    const start_date = dayPlus(day, -(((since % length) + length) % length));
    return { start_date, end_date: dayPlus(start_date, length - 1) };
  }
  if (kind === 'half-monthly' && day.slice(8) <= '15')
    return { start_date: `${month}01`, end_date: `${month}15` };
  return { start_date: kind === 'monthly' ? `${month}01` : `${month}16`, end_date: lastOfMonth(day) };
}

/**
 * The periods that are missing between two Pacific days, in order. Days that a period already has are left to it,
 * so that after a change of the rule the first new period is shorter.
 * @param existing periods that don't overlap, in any order
 */
export function missingPeriods(
  rule: PayPeriodRule,
  from: string,
  to: string,
  existing: readonly PeriodDays[],
): PeriodDays[] {
  const missing: PeriodDays[] = [];
  let day = from;
  while (day <= to) {
    const taken = existing.find(({ start_date, end_date }) => start_date <= day && day <= end_date);
    if (taken !== undefined) {
      day = dayPlus(taken.end_date, 1);
      continue;
    }
    const natural = naturalPeriod(rule, day);
    const before = latest(existing.map(({ end_date }) => end_date).filter((end) => end < day));
    const after = earliest(existing.map(({ start_date }) => start_date).filter((start) => start > day));
    const start_date =
      before !== null && before >= natural.start_date ? dayPlus(before, 1) : natural.start_date;
    const end_date = after !== null && after <= natural.end_date ? dayPlus(after, -1) : natural.end_date;
    missing.push({ start_date, end_date });
    day = dayPlus(end_date, 1);
  }
  return missing;
}

/**
 * `closed`: entries count as late once the grace period is over. `locked`: nothing is accepted anymore; sessions
 * become requests.
 */
export const PERIOD_STATES = ['open', 'closed', 'locked'] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];

export const PERIOD_STATE_LABELS: Readonly<Record<PeriodState, string>> = {
  open: 'Open',
  closed: 'Closed',
  locked: 'Locked',
};

export function stateOfPeriod(period: { closed_at: string | null; is_locked: boolean }): PeriodState {
  if (period.is_locked) return 'locked';
  return period.closed_at === null ? 'open' : 'closed';
}

/** What closing a pay period would leave behind. */
export interface PeriodObstacles {
  /** Providers with work in the period whose timesheet isn't submitted. */
  unsubmitted: readonly { id: string; name: string }[];
  /** Submitted timesheets that no one has decided on. */
  undecided_timesheets: number;
  /** Sessions with a request that no one has decided on. */
  undecided_requests: number;
  /** Changes on the server that wait for a decision: of any day, because not all name one. */
  held_changes: number;
  /** People whose devices hold unsynced changes, which may be about the period. */
  unsynced: readonly { id: string; name: string; changes: number; since: string | null }[];
}

function hasObstacles(obstacles: PeriodObstacles): boolean {
  return (
    obstacles.unsubmitted.length + obstacles.unsynced.length > 0 ||
    obstacles.undecided_timesheets + obstacles.undecided_requests + obstacles.held_changes > 0
  );
}

/** Whether a pay period may only change to this state with a reason. */
export function needsReason(next: PeriodState, obstacles: PeriodObstacles): boolean {
  return next === 'open' || hasObstacles(obstacles);
}

/**
 * Why a pay period can't change to a state, by field; nothing if it can.
 * @param today the Pacific day
 */
export function periodChangeProblems(
  period: PeriodDays & { closed_at: string | null; is_locked: boolean },
  { state, reason }: { state: PeriodState; reason: string },
  facts: { today: string; obstacles: PeriodObstacles },
): { state?: string; reason?: string } {
  const current = stateOfPeriod(period);
  if (current === state)
    return { state: `This pay period is already ${PERIOD_STATE_LABELS[state].toLowerCase()}.` };
  if (current === 'locked' && state === 'closed') {
    return { state: 'Reopen a locked pay period before you close it again.' };
  }
  if (state !== 'open' && facts.today <= period.end_date) {
    return { state: `This pay period runs until ${displayDay(period.end_date)}. Close it after that day.` };
  }
  if (reason.trim() === '' && needsReason(state, facts.obstacles)) return { reason: 'Enter a reason.' };
  return {};
}

/** What refers to a pay period. */
export interface PeriodUses {
  /** Of all revisions, withdrawn ones too. */
  timesheets: number;
  /** Discarded ones too. */
  runs: number;
  /** How often it was closed, locked, or reopened. */
  steps: number;
}

/** Why a pay period can't be deleted; null if it was never used. */
export function periodDeletionProblem(
  period: { closed_at: string | null; is_locked: boolean },
  { timesheets, runs, steps }: PeriodUses,
): string | null {
  const state = stateOfPeriod(period);
  if (state !== 'open') return `This pay period is ${PERIOD_STATE_LABELS[state].toLowerCase()}.`;
  const uses = [
    ...(timesheets === 0 ? [] : [counted(timesheets, 'timesheet')]),
    ...(runs === 0 ? [] : [counted(runs, 'payroll run')]),
  ];
  if (uses.length > 0) return `This pay period has ${uses.join(' and ')}.`;
  return steps === 0 ? null : 'This pay period has been closed before, so its history is kept.';
}

function lastOfMonth(day: string): string {
  const inNext = dayPlus(`${day.slice(0, 8)}28`, 4);
  return dayPlus(`${inNext.slice(0, 8)}01`, -1);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

function latest(days: readonly string[]): string | null {
  return days.reduce<string | null>((found, day) => (found === null || day > found ? day : found), null);
}

function earliest(days: readonly string[]): string | null {
  return days.reduce<string | null>((found, day) => (found === null || day < found ? day : found), null);
}
