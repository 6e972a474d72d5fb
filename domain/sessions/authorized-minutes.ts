import { earliestSeriesStart, fiscalYearEnd } from '#domain/calendar/series-days.ts';
import type { AuthorizedPer } from '#domain/students/student-file.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import { type CountedSession, countedMinutes } from './session-minutes.ts';

/** The authorization of a service for a student. */
export interface Authorization {
  student: string;
  service: string;
  provider: string | null;
  /** Null if no limit is authorized. */
  authorised_minutes: number | null;
  authorised_per: AuthorizedPer;
  start_date: string;
  end_date: string | null;
}

/** The fields of a session that authorized minutes need. */
export interface UsingSession extends CountedSession {
  id: string;
  provider: string;
  student_ids: readonly string[];
  service: string;
  session_date: string;
  /** Whether it exists only on this device or has unsynced changes. */
  is_unsent: boolean;
}

/** Whole minutes of one authorization period. */
export interface AuthorizedUse {
  authorised_minutes: number;
  used_minutes: number;
  /** Used minutes that are not yet on the server. */
  unsent_minutes: number;
  /** Negative if more was used than authorized. */
  left_minutes: number;
  /** First and last Pacific day of the period, inclusive. */
  from: string;
  to: string;
  per: AuthorizedPer;
}

/**
 * The authorization period of a Pacific day: its week from Monday, its month, or its fiscal year, clipped to
 * the dates of the authorization. Null on a day outside of them.
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
 * Used minutes of an authorization in the period of a day, and how many of them are not yet synced. Delivered
 * sessions count with their counted minutes.
 * @param except the session being edited, which is left out
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

/** "120 / 240 min this month, 30 not synced"; "585 / 240 min this month (345 over)" */
export function authorizedWords({
  authorised_minutes,
  used_minutes,
  unsent_minutes,
  left_minutes,
  per,
}: AuthorizedUse): string {
  const [used, authorized, unsent, over] = [
    ...[used_minutes, authorised_minutes, unsent_minutes, -left_minutes],
  ].map((minutes) => minutes.toLocaleString('en-US'));
  const words = `${used} / ${authorized} min this ${per}${left_minutes < 0 ? ` (${over} over)` : ''}`;
  return unsent_minutes === 0 ? words : `${words}, ${unsent} not synced`;
}
