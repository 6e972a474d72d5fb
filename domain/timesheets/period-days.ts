import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { type MealDay, type MealLunch, takenMeals, workdays } from '#domain/lunch/meal-day.ts';
import {
  isViolation,
  type MealCompliance,
  type MealFindings,
  mealFindings,
} from '#domain/lunch/meal-findings.ts';
import { type MealPolicy, policyOn } from '#domain/lunch/meal-policy.ts';
import { tookPlace } from '#domain/sessions/attendance.ts';
import type { Attendance } from '#domain/sessions/session.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { TimecardTimes, WorkedSpan } from '#domain/timecards/timecard.ts';
import type { DayProblem } from './day-problems.ts';
import type { TimesheetTotals } from './timesheet.ts';

/** The fields of a session that hours need. */
export interface SessionHours {
  session_date: string;
  direct_minutes: number;
  indirect_minutes: number;
  attendance: Attendance;
  has_overlap: boolean;
  approval_request: 'none' | 'pending' | 'approved' | 'refused';
  /** How many sessions it stands for, where those that are alike are counted together; 1 by default. */
  times?: number | undefined;
}

/** One planned event of a day: a single one, or one occurrence of a series. */
export interface PlannedHours {
  event_start_date: string;
  /** Minutes. */
  duration: number;
  is_lunch: boolean;
  location: string | null;
  /** Why the schools are closed, if that cancels it. */
  skipped: string | null;
}

/** The input for a period's hours. Records outside of the period don't appear in its days. */
export interface PeriodWork {
  sessions: readonly SessionHours[];
  /** From the day before to the day after the period: a shift past midnight keeps its meal. */
  lunches: readonly MealLunch[];
  /** From the day before the period on, for the same reason. */
  timecards: readonly (TimecardTimes & { work_date: string })[];
  planned: readonly PlannedHours[];
}

export interface PeriodFacts {
  provider: string;
  /** First and last Pacific day, inclusive. */
  from: string;
  to: string;
  /** The provider's employment type. */
  emp: string;
  /** ISO 8601 instant. */
  now: string;
  /** The Pacific day of `now`. */
  today: string;
  /** Whether a device of the provider holds unsynced changes. */
  has_unsent: boolean;
  /** Days with unsynced or refused changes. */
  unsent_days: ReadonlySet<string>;
  refused_days: ReadonlySet<string>;
  /** The organization's own; the built-in one is in force before the first. */
  meal_policies: readonly MealPolicy[];
}

/** One Pacific day. All figures are whole minutes. */
export interface PeriodDay extends TimesheetTotals {
  day: string;
  /** Null for people without meal rules, and for days without findings. */
  meal: MealCompliance | null;
  problems: DayProblem[];
}

/**
 * The days of a period, in order; the same on the device and on the server.
 *
 * - Direct and indirect minutes are those of the sessions. How attendance affects pay is up to payroll,
 *   except for sessions that were not worked.
 * - Paid time is punched time if there is a card, otherwise direct plus indirect minutes. Cards of people
 *   without meal rules don't count.
 * - Expected time is the calendar's: every event, and every occurrence not skipped by a school closure,
 *   except lunches and breaks; it counts entirely on the day of its start.
 * - A card that was never ended runs until now, or until midnight on a past day; an open meal lasts as long
 *   as planned. Such days have an error.
 * - Punches are kept to the second. Each daily sum is floored to whole minutes once, and a period is the sum
 *   of its days, so that tables add up.
 */
export function periodDays(work: PeriodWork, facts: PeriodFacts): PeriodDay[] {
  const isHourly = recordsLunch(facts.emp);
  const clocked = workdays(isHourly ? work.timecards : [], isHourly ? work.lunches : []);
  const sessions = groupedBy(work.sessions, ({ session_date }) => session_date);
  const planned = groupedBy(work.planned, ({ event_start_date }) => event_start_date);
  const days: PeriodDay[] = [];
  for (let day = facts.from; day <= facts.to; day = dayPlus(day, 1)) {
    days.push(
      oneDay(
        {
          day,
          sessions: sessions.get(day) ?? [],
          planned: planned.get(day) ?? [],
          ...(clocked.get(day) ?? { cards: [], lunches: [] }),
        },
        facts,
      ),
    );
  }
  return days;
}

interface DayWork {
  day: string;
  sessions: readonly SessionHours[];
  planned: readonly PlannedHours[];
  cards: readonly TimecardTimes[];
  lunches: readonly MealLunch[];
}

function oneDay(work: DayWork, facts: PeriodFacts): PeriodDay {
  const { day, sessions, cards, lunches } = work;
  const worked = sessions.filter(({ attendance }) => tookPlace(attendance));
  const direct_minutes = sumOf(worked, (session) => timesOf(session) * session.direct_minutes);
  const indirect_minutes = sumOf(worked, (session) => timesOf(session) * session.indirect_minutes);
  const expected = work.planned.filter(isExpected);
  const isClocked = cards.length + lunches.length > 0;
  const isOver = day < facts.today;
  const now = isClocked && isOver ? pacificInstant(dayPlus(day, 1), '00:00') : facts.now;
  const mealDay: MealDay = {
    provider: facts.provider,
    work_date: day,
    cards,
    lunches,
    has_unsent: facts.has_unsent || facts.unsent_days.has(day),
    now,
  };
  const meals = isClocked ? mealFindings(mealDay, policyOn(facts.meal_policies, day)) : null;
  return {
    day,
    sessions: sumOf(sessions, timesOf),
    direct_minutes,
    indirect_minutes,
    meal_minutes: spanMinutes(mealsOffDuty(mealDay, isOver)),
    paused_minutes: spanMinutes(pausesOf(cards, now)),
    paid_minutes:
      meals !== null && cards.length > 0 ? meals.worked_minutes : direct_minutes + indirect_minutes,
    expected_minutes: sumOf(expected, ({ duration }) => duration),
    meal: meals?.compliance ?? null,
    problems: problemsOf(work, mealDay, meals, facts, expected.length > 0),
  };
}

function timesOf({ times = 1 }: SessionHours): number {
  return times;
}

/** Whether a planned event counts as expected work. */
export function isExpected({ is_lunch, location, skipped }: PlannedHours): boolean {
  return skipped === null && !is_lunch && location !== LUNCH_LOCATION;
}

function problemsOf(
  work: DayWork,
  mealDay: MealDay,
  meals: MealFindings | null,
  facts: PeriodFacts,
  isPlanned: boolean,
): DayProblem[] {
  const { day, sessions, cards } = work;
  // This device has its own unsynced changes, so the rules can evaluate them here.
  const known =
    mealDay.has_unsent && meals !== null
      ? mealFindings({ ...mealDay, has_unsent: false }, policyOn(facts.meal_policies, day))
      : meals;
  const present: Record<DayProblem, boolean> = {
    'open-card': cards.some(
      ({ ended_at, breaks }) => ended_at === null || breaks.some((taken) => taken.ended_at === null),
    ),
    'meal-unexplained':
      known?.findings.some(({ result, reason }) => isViolation(result) && reason === '') ?? false,
    'refused-change': facts.refused_days.has(day),
    'unsent-change': facts.unsent_days.has(day),
    overlap: sessions.some(({ has_overlap }) => has_overlap),
    'no-sessions': sessions.length === 0 && day < facts.today && (isPlanned || cards.length > 0),
    'duration-undecided': sessions.some(({ approval_request }) => approval_request === 'pending'),
  };
  return (Object.keys(present) as DayProblem[]).filter((problem) => present[problem]);
}

/** Meals that took the provider off duty, in ms since the epoch. */
export function mealsOffDuty(day: MealDay, isOver: boolean): WorkedSpan[] {
  const now = Date.parse(day.now);
  const taken = takenMeals(day).filter(({ lunch }) => lunch?.waiver_type !== 'on_duty');
  return taken.map(({ start, end, lunch }) => {
    const running = isOver && lunch !== null ? start + lunch.lunch_duration * 60_000 : now;
    return { start, end: Math.max(start, end ?? running) };
  });
}

/** Pauses, in ms since the epoch. */
export function pausesOf(cards: readonly TimecardTimes[], now: string): WorkedSpan[] {
  return cards.flatMap((card) =>
    card.breaks
      .filter(({ kind }) => kind === 'pause')
      .map(({ started_at, ended_at }) => {
        const start = Date.parse(started_at);
        return { start, end: Math.max(start, Date.parse(ended_at ?? card.ended_at ?? now)) };
      }),
  );
}

/** The totals of several days. */
export function totalsOf(days: readonly TimesheetTotals[]): TimesheetTotals {
  return {
    sessions: sumOf(days, ({ sessions }) => sessions),
    direct_minutes: sumOf(days, ({ direct_minutes }) => direct_minutes),
    indirect_minutes: sumOf(days, ({ indirect_minutes }) => indirect_minutes),
    meal_minutes: sumOf(days, ({ meal_minutes }) => meal_minutes),
    paused_minutes: sumOf(days, ({ paused_minutes }) => paused_minutes),
    paid_minutes: sumOf(days, ({ paid_minutes }) => paid_minutes),
    expected_minutes: sumOf(days, ({ expected_minutes }) => expected_minutes),
  };
}

function spanMinutes(spans: readonly WorkedSpan[]): number {
  return Math.floor(sumOf(spans, ({ start, end }) => end - start) / 60_000);
}

function sumOf<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + figure(item), 0);
}
