import { counted } from '#domain/text/counted.ts';
import type { Authorization, AuthorizedUse } from './authorized-minutes.ts';

/** What people should know about an authorization before they plan on it, most urgent first. */
export interface AuthorizationAlert {
  kind: 'over' | 'used-up' | 'nearly-used-up' | 'ending';
  /** "Over by 30 min", "Used up", "85% used", "Ends in 12 days" */
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
  if (alert === null) return null;
  return alert.kind === 'nearly-used-up' ? 'nearly' : 'up';
}

/** From this part of the authorized minutes on, they are nearly used up. */
const NEARLY = 0.8;
/** How many days ahead the end of an authorization is announced. */
const AHEAD_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The alerts of an authorization that is active today. Weekly minutes are meant to be used up every week, so only
 * what goes beyond them is worth an alert.
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
  if (per === 'week' || used_minutes === 0) return null;
  if (left_minutes === 0) return { kind: 'used-up', words: 'Used up' };
  const part = used_minutes / authorised_minutes;
  return part < NEARLY ? null : { kind: 'nearly-used-up', words: `${Math.floor(part * 100)}% used` };
}
