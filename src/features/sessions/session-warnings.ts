import type { PayPeriod } from '#contract/catalog.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Session } from '#contract/session.ts';
import { isOffDuty } from '#domain/lunch/same-lunch.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { mayBeDuplicates, sessionsOverlap } from '#domain/sessions/session-flags.ts';
import { spansOverlap } from '#domain/sessions/session-rules.ts';
import { displayTime, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import type { SessionValues } from './session-values.ts';
import { timeRange } from './session-words.ts';

export interface Surroundings {
  /** Everyone's sessions of the day that this device has. */
  sessions: readonly Session[];
  lunches: readonly LunchBreak[];
  periods: readonly PayPeriod[];
  /** Whom a session was with, and what, in words. */
  nameOf(session: Session): string;
  /** Milliseconds since 1970. */
  now: number;
}

export interface SessionWarning {
  words: string;
  /** The session that it is about, to be looked at. */
  session: string | null;
}

/**
 * What is worth a second look before saving. None of it stops the save: the
 * office accepts it and marks it.
 *
 * @param id the session that is edited; nothing while it is new
 */
export function sessionWarnings(
  values: SessionValues,
  id: string | null,
  { sessions, lunches, periods, nameOf, now }: Surroundings,
): SessionWarning[] {
  if (values.actual_minutes === null || values.start_time === '' || values.session_date === '') return [];
  const own = { ...values, id: id ?? '', actual_minutes: values.actual_minutes };
  const others = sessions.filter((session) => session.id !== id);
  const span = {
    id: own.id,
    day: own.session_date,
    start_time: own.start_time,
    minutes: own.actual_minutes,
  };
  const warnings: SessionWarning[] = [];
  const isHeld = own.attendance === 'delivered' || own.attendance === 'make-up';
  const isAhead = `${own.session_date} ${own.start_time}` > `${pacificDay(now)} ${pacificTime(now)}`;
  if (isHeld && isAhead) {
    warnings.push({ words: "This session hasn't started yet.", session: null });
  }
  for (const other of others) {
    if (mayBeDuplicates(own, other)) {
      warnings.push({
        words: `Possible duplicate: ${nameOf(other)} at ${displayTime(other.start_time)}.`,
        session: other.id,
      });
    } else if (sessionsOverlap(own, other)) {
      warnings.push({ words: `Overlaps ${nameOf(other)}, ${timeRange(other)}.`, session: other.id });
    }
  }
  for (const lunch of lunches) {
    const start_time = pacificTime(lunch.lunch_start_time);
    const lunchSpan = {
      id: lunch.id,
      day: pacificDay(lunch.lunch_start_time),
      start_time,
      minutes: lunch.lunch_duration,
    };
    if (isOffDuty(lunch) && lunch.provider === own.provider && spansOverlap(span, lunchSpan)) {
      warnings.push({ words: `Overlaps the lunch break at ${displayTime(start_time)}.`, session: null });
    }
  }
  if (periodOfDay(periods, own.session_date)?.is_locked === true) {
    warnings.push({
      words:
        'This pay period is locked. Your entry becomes a request and counts once your office approves it.',
      session: null,
    });
  }
  return warnings;
}
