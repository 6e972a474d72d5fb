import { earliestSeriesStart, fiscalYearEnd } from '#domain/calendar/series-days.ts';
import type { AuthorizedPer } from '#domain/students/student-file.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import { type CountedSession, countedMinutes } from './session-minutes.ts';

/** What is authorized of a service for a student. */
export interface Authorization {
  student: string;
  service: string;
  provider: string | null;
  /** Nothing where no limit is authorized. */
  authorised_minutes: number | null;
  authorised_per: AuthorizedPer;
  start_date: string;
  end_date: string | null;
}

/** A session, as far as authorized minutes go. */
export interface UsingSession extends CountedSession {
  id: string;
  provider: string;
  student_ids: readonly string[];
  service: string;
  session_date: string;
  /** It stands on this device alone, or was changed here since. */
  is_unsent: boolean;
}

/** Whole minutes of one period of authorization. */
export interface AuthorizedUse {
  authorised_minutes: number;
  used_minutes: number;
  /** Those of the used ones that the office does not have yet. */
  unsent_minutes: number;
  /** Below nought where more was used than is authorized. */
  left_minutes: number;
  /** First and last Pacific day of the period, both included. */
  from: string;
  to: string;
  per: AuthorizedPer;
}

/**
 * The period of authorization that a Pacific day belongs to: its week from Monday, its
 * month or its fiscal year, as far as the authorization is in force then. Nothing on
 * a day on which it is not.
 */
export function authorizedPeriod(
  authorization: Pick<Authorization, 'authorised_per' | 'start_date' | 'end_date'>,
  day: string,
): { from: string; to: string } | null {
  const { start_date, end_date } = authorization;
  if (day < start_date || (end_date !== null && end_date < day)) return null;
  const { from, to } = wholePeriod(authorization.authorised_per, day);
  return {
    from: from < start_date ? start_date : from,
    to: end_date !== null && end_date < to ? end_date : to,
  };
}

function wholePeriod(per: AuthorizedPer, day: string): { from: string; to: string } {
  switch (per) {
    case 'week':
      return { from: mondayOf(day), to: dayPlus(mondayOf(day), 6) };
    case 'month': {
      const from = `${day.slice(0, 7)}-01`;
      const next = dayPlus(from, 31);
      return { from, to: dayPlus(`${next.slice(0, 7)}-01`, -1) };
    }
    case 'year':
      return { from: earliestSeriesStart(day), to: fiscalYearEnd(day) };
  }
}

/**
 * How much of what is authorized was used in the period of a day, and what of that the
 * office does not have yet. Used is what was delivered, with the minutes that count.
 *
 * @param except the session that is edited: it does not stand in its own way
 */
export function authorizedUse(
  authorization: Authorization,
  sessions: readonly UsingSession[],
  day: string,
  except: string | null = null,
): AuthorizedUse | null {
  const period = authorizedPeriod(authorization, day);
  const { authorised_minutes, authorised_per: per } = authorization;
  if (period === null || authorised_minutes === null) return null;
  const using = sessions.filter(
    (session) =>
      session.id !== except &&
      session.service === authorization.service &&
      session.student_ids.includes(authorization.student) &&
      (authorization.provider === null || session.provider === authorization.provider) &&
      (session.attendance === 'delivered' || session.attendance === 'make-up') &&
      period.from <= session.session_date &&
      session.session_date <= period.to,
  );
  const used_minutes = sumOf(using);
  return {
    authorised_minutes,
    used_minutes,
    unsent_minutes: sumOf(using.filter(({ is_unsent }) => is_unsent)),
    left_minutes: authorised_minutes - used_minutes,
    ...period,
    per,
  };
}

function sumOf(sessions: readonly UsingSession[]): number {
  return sessions.reduce((sum, session) => sum + countedMinutes(session), 0);
}

/** "120 of 240 min used this month, 30 of them not sent yet" */
export function authorizedWords({
  authorised_minutes,
  used_minutes,
  unsent_minutes,
  per,
}: AuthorizedUse): string {
  const [used, authorized, unsent] = [used_minutes, authorised_minutes, unsent_minutes].map((minutes) =>
    minutes.toLocaleString('en-US'),
  );
  const words = `${used} of ${authorized} min used this ${per}`;
  return unsent_minutes === 0 ? words : `${words}, ${unsent} of them not sent yet`;
}
