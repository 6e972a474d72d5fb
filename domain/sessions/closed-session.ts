import { type PayPeriod, periodOfDay } from '#domain/payroll/pay-period.ts';
import type { SessionState } from './session.ts';
import { requestsOf, type SessionRequest } from './session-requests.ts';

/** Whether a session in this state may be changed or deleted; a signed-off one only takes amendments. */
export function takesChanges(state: SessionState): boolean {
  return state === 'draft' || state === 'logged';
}

/** Whether one of these Pacific days is in a locked pay period. */
export function isLockedDay(periods: readonly PayPeriod[], days: readonly string[]): boolean {
  return days.some((day) => periodOfDay(periods, day)?.is_locked === true);
}

interface ClosableSession {
  state: SessionState;
  session_date: string;
  requests?: readonly SessionRequest[] | undefined;
}

/** A late entry that has not been accepted: its author may still correct or withdraw it. */
export function isOpenLateEntry(session: ClosableSession): boolean {
  return session.state === 'draft' && requestsOf(session).some(({ kind }) => kind === 'late-entry');
}

/**
 * Whether a change of the session needs a request: it is signed off, or its pay period, or the one it moves
 * into, is locked.
 */
export function asksForChange(
  session: ClosableSession,
  periods: readonly PayPeriod[],
  nextDay = session.session_date,
): boolean {
  if (isOpenLateEntry(session)) return false;
  return !takesChanges(session.state) || isLockedDay(periods, [session.session_date, nextDay]);
}
