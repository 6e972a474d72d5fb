import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { isInForce } from '#domain/students/file-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { Authorization, AuthorizedUse } from './authorized-minutes.ts';

/** What people should know about an authorization before they plan on it, most urgent first. */
export interface AuthorizationAlert {
  kind: 'over' | 'used-up' | 'week-used-up' | 'nearly-used-up' | 'ending' | 'ended';
  /** "Over by 30 min", "Used up", "85% used", "Ends in 12 days", "Ended 03/09/2026" */
  words: string;
}

/** Minutes of the current period: from 80 % on, and from 100 % on. */
export const AUTHORIZATION_USED = ['nearly', 'up'] as const;
export type AuthorizationUsed = (typeof AUTHORIZATION_USED)[number];

/** Whether the minutes of the current period are used up, or nearly; null if neither is worth an alert. */
export function authorizationUsed(
  use: Pick<AuthorizedUse, 'authorised_minutes' | 'used_minutes' | 'left_minutes' | 'per'>,
): AuthorizationUsed | null {
  const alert = minutesAlert(use);
  // At the end of a week, that of most services is used up as planned.
  if (alert === null || alert.kind === 'week-used-up') return null;
  return alert.kind === 'nearly-used-up' ? 'nearly' : 'up';
}

/** From this part of the authorized minutes on, they are nearly used up. */
const NEARLY = 0.8;
/** How many days ahead the end of an authorization is announced. */
const AHEAD_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The alerts of an authorization that is active today. Weekly minutes are meant to be used up every week, so they
 * have none before that.
 * @param use of the current period; null without a limit, or if it isn't known
 */
export function authorizationAlerts(
  { end_date }: Pick<Authorization, 'end_date'>,
  use: Pick<AuthorizedUse, 'authorised_minutes' | 'used_minutes' | 'left_minutes' | 'per'> | null,
  today: string,
): AuthorizationAlert[] {
  const alerts: AuthorizationAlert[] = [];
  const used = use === null ? null : minutesAlert(use);
  if (used !== null) alerts.push(used);
  const days = end_date === null ? null : Math.round((Date.parse(end_date) - Date.parse(today)) / DAY_MS);
  if (days !== null && days >= 0 && days <= AHEAD_DAYS) {
    alerts.push({ kind: 'ending', words: days === 0 ? 'Ends today' : `Ends in ${counted(days, 'day')}` });
  }
  return alerts;
}

function minutesAlert({
  authorised_minutes,
  used_minutes,
  left_minutes,
  per,
}: Pick<
  AuthorizedUse,
  'authorised_minutes' | 'used_minutes' | 'left_minutes' | 'per'
>): AuthorizationAlert | null {
  if (left_minutes < 0) {
    return { kind: 'over', words: `Over by ${(-left_minutes).toLocaleString('en-US')} min` };
  }
  if (used_minutes === 0) return null;
  if (left_minutes === 0) return { kind: per === 'week' ? 'week-used-up' : 'used-up', words: 'Used up' };
  if (per === 'week') return null;
  const part = used_minutes / authorised_minutes;
  return part < NEARLY ? null : { kind: 'nearly-used-up', words: `${Math.floor(part * 100)}% used` };
}

type Dated = Pick<Authorization, 'student' | 'service' | 'start_date' | 'end_date'>;

/** Whether an authorization ended in the school year of a day, and the service doesn't go on in a later one. */
export function hasEnded(row: Dated, all: readonly Dated[], today: string): boolean {
  const { end_date } = row;
  if (end_date === null || end_date >= today || end_date < earliestSeriesStart(today)) return false;
  return !sameService(row, all).some(
    (other) => other.start_date > row.start_date && (other.end_date === null || other.end_date > end_date),
  );
}

/**
 * The alert of an authorization that has ended while its service goes on: on a day of its sessions none was active.
 * @param all those of the student
 * @param days of the student's delivered and planned sessions of the service
 */
export function endedAlert(
  row: Dated,
  all: readonly Dated[],
  days: readonly string[],
  today: string,
): AuthorizationAlert | null {
  const { end_date } = row;
  if (end_date === null || !hasEnded(row, all, today)) return null;
  const active = sameService(row, all);
  const goesOn = days.some((day) => day > end_date && !active.some((one) => isInForce(one, day)));
  return goesOn ? { kind: 'ended', words: `Ended ${displayDay(end_date)}` } : null;
}

function sameService(row: Dated, all: readonly Dated[]): Dated[] {
  return all.filter(({ student, service }) => student === row.student && service === row.service);
}
