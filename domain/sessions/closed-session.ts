import { type PayPeriod, periodOfDay } from '#domain/payroll/pay-period.ts';
import type { SessionState } from './session.ts';
import { requestsOf, type SessionRequest } from './session-requests.ts';

/** Whether a session in this state may still be changed or deleted; what is signed off takes additions at most. */
export function takesChanges(state: SessionState): boolean {
  return state === 'draft' || state === 'logged';
}

/** Whether one of these Pacific days lies in a locked pay period. */
export function isLockedDay(periods: readonly PayPeriod[], days: readonly string[]): boolean {
  return days.some((day) => periodOfDay(periods, day)?.is_locked === true);
}

interface ClosableSession {
  state: SessionState;
  session_date: string;
  requests?: readonly SessionRequest[] | undefined;
}

/** A late entry that nobody has accepted: its author may still correct it or take it back. */
export function isOpenLateEntry(session: ClosableSession): boolean {
  return session.state === 'draft' && requestsOf(session).some(({ kind }) => kind === 'late-entry');
}

/**
 * Whether a change of the session has to be asked for: it is signed off, or its pay
 * period is locked, or the one into which it moves.
 */
export function asksForChange(
  session: ClosableSession,
  periods: readonly PayPeriod[],
  nextDay = session.session_date,
): boolean {
  if (isOpenLateEntry(session)) return false;
  return !takesChanges(session.state) || isLockedDay(periods, [session.session_date, nextDay]);
}
