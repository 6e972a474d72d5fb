import type { AuthorizedPer } from '#domain/students/student-file.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import type { ForecastStatus } from './report-statuses.ts';

/** A weekday on which schools are open, with the week (its Monday) and month that it belongs to. */
export interface SchoolDay {
  day: string;
  week: string;
  /** `YYYY-MM` */
  month: string;
}

/** The regular school year, `MM-DD`; outside of it only students with an extended school year are served. */
const REGULAR_YEAR = { from: '08-15', to: '06-15' };

/** Whether a day is in the regular school year. */
function isRegular({ day }: SchoolDay): boolean {
  const date = day.slice(5);
  return date >= REGULAR_YEAR.from || date <= REGULAR_YEAR.to;
}

/** The weekdays between two days, inclusive, without closed ones. */
export function schoolDays(from: string, to: string, closed: ReadonlySet<string>): SchoolDay[] {
  const days: SchoolDay[] = [];
  for (let day = from; day <= to; day = dayPlus(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6 || closed.has(day)) continue;
    days.push({ day, week: mondayOf(day), month: day.slice(0, 7) });
  }
  return days;
}

/** The days of an authorization. */
interface AuthorizedDays {
  start_date: string;
  end_date: string | null;
  /** Whether the student is served in summer too. */
  has_esy: boolean;
}

/** The school days of an authorization, counted: many authorizations have the same. */
interface ServedDays {
  all: number;
  /** Until today. */
  elapsed: number;
  weeks: number;
  /** `YYYY-MM`, with how many of all days are over at its end. */
  months: readonly { month: string; until: number }[];
}

/** Counts the school days of an authorization. */
export function servedDays(
  { start_date, end_date, has_esy }: AuthorizedDays,
  days: readonly SchoolDay[],
  today: string,
): ServedDays {
  const own = days.filter(
    (one) =>
      start_date <= one.day && (end_date === null || one.day <= end_date) && (has_esy || isRegular(one)),
  );
  const months = new Map(own.map(({ month }, at) => [month, at + 1]));
  return {
    all: own.length,
    elapsed: own.filter(({ day }) => day <= today).length,
    weeks: new Set(own.map(({ week }) => week)).size,
    months: [...months].map(([month, until]) => ({ month, until })),
  };
}

/** The authorization of a service, as far as the forecast needs it. */
export interface ForecastAuthorization {
  /** Null if no limit is authorized. */
  authorised_minutes: number | null;
  authorised_per: AuthorizedPer;
}

export const FORECAST_LABELS: Readonly<Record<ForecastStatus, string>> = {
  over: 'Over',
  'heading-over': 'Heading over',
  behind: 'Behind',
  'on-track': 'On track',
  'too-early': 'Too early to say',
  'no-limit': 'No limit',
};

export interface Forecast {
  /** Authorized for all of the authorization's days in the year; null without a limit. */
  total_minutes: number | null;
  /** The part of them that belongs to the school days until today. */
  due_minutes: number | null;
  /** Delivered by the end, if it goes on as it has so far; null while it is too early to say. */
  forecast_minutes: number | null;
  status: ForecastStatus;
  /** By month of the year: minutes that belong to its school days. */
  authorized_by_month: ReadonlyMap<string, number>;
}

/** School days before a pace means anything. */
const LEAST_DAYS = 10;
/** From this part of the authorized minutes on, the forecast is on track, and up to this. */
const BEHIND = 0.85;
const OVER = 1.05;

/**
 * How an authorization will end: what is authorized in the year, what was due until today, and what will have been
 * delivered if the pace per school day stays the same.
 *
 * Weekly and monthly minutes count for each week and month with a school day in the authorization; yearly minutes count
 * once. Like the used minutes, they are not cut where an authorization begins in the middle of a period.
 *
 * @param days its school days in the fiscal year
 * @param delivered minutes from the first day of the authorization in the year until today
 */
export function authorizedForecast(
  { authorised_minutes, authorised_per }: ForecastAuthorization,
  days: ServedDays,
  delivered: number,
): Forecast {
  const { all, elapsed } = days;
  const forecast_minutes = elapsed < LEAST_DAYS && elapsed < all ? null : atPace(delivered, elapsed, all);
  if (authorised_minutes === null) {
    return {
      ...{ total_minutes: null, due_minutes: null, forecast_minutes },
      ...{ status: 'no-limit', authorized_by_month: new Map() },
    };
  }
  const total = authorised_minutes * periodsOf(authorised_per, days);
  return {
    total_minutes: total,
    due_minutes: all === 0 ? 0 : Math.round((total * elapsed) / all),
    forecast_minutes,
    status: statusOf(delivered, forecast_minutes, total),
    authorized_by_month: byMonth(total, days),
  };
}

function atPace(delivered: number, elapsed: number, all: number): number {
  return elapsed === 0 ? delivered : Math.round((delivered * all) / elapsed);
}

function periodsOf(per: AuthorizedPer, { all, weeks, months }: ServedDays): number {
  switch (per) {
    case 'week':
      return weeks;
    case 'month':
      return months.length;
    case 'year':
      return all === 0 ? 0 : 1;
  }
}

function statusOf(delivered: number, forecast: number | null, total: number): ForecastStatus {
  if (delivered > total) return 'over';
  if (forecast === null) return 'too-early';
  if (forecast > total * OVER) return 'heading-over';
  return forecast < total * BEHIND ? 'behind' : 'on-track';
}

/** Spreads minutes over months by their school days; the parts add up to the whole. */
function byMonth(total: number, { all, months }: ServedDays): Map<string, number> {
  const found = new Map<string, number>();
  let given = 0;
  for (const { month, until } of months) {
    const due = Math.round((total * until) / all);
    found.set(month, due - given);
    given = due;
  }
  return found;
}
