import type { MealResult } from '#domain/lunch/meal-findings.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { durationText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { averageRate, type LineKind, minutesOf, payCents, type WordlessLine } from './pay-line.ts';

/** A Pacific workday by the timecard. */
export interface ClockDay {
  /** Whole minutes, without meals and pauses. */
  worked_minutes: number;
  /** A card or break has no end yet, or a device of the person holds unsynced changes. */
  is_open: boolean;
  /** Meals that broke the meal rules and weren't waived. */
  violations: readonly MealResult[];
}

/** The lines of a workday that pay its time. */
export interface PaidDay {
  day: string;
  lines: WordlessLine[];
  clock: ClockDay | null;
}

/** California's limits, in minutes. */
const DAY_LIMIT = 8 * 60;
const DOUBLE_LIMIT = 12 * 60;
const WEEK_LIMIT = 40 * 60;
const DAYS_IN_WEEK = 7;
const MEAL_PREMIUM_MINUTES = 60;

/** The minutes of a workday by how they are paid; each minute is in one of them. */
interface OvertimeMinutes {
  straight: number;
  daily: number;
  weekly: number;
  seventh: number;
  double: number;
}

/**
 * How the minutes of the days of a workweek divide, Monday first.
 *
 * Over 8 hours of a day are overtime, over 12 double time. On the seventh day in a row of the workweek the first 8 hours
 * are overtime, the rest double time. Straight time over 40 hours of the week is overtime on the day on which it is worked.
 * No minute counts twice.
 */
function overtimeOf(days: readonly number[]): OvertimeMinutes[] {
  let straightSoFar = 0;
  return days.map((minutes, at) => {
    const isSeventh = at === DAYS_IN_WEEK - 1 && days.slice(0, DAYS_IN_WEEK).every((worked) => worked > 0);
    if (isSeventh) {
      const double = Math.max(0, minutes - DAY_LIMIT);
      return { straight: 0, daily: 0, weekly: 0, seventh: minutes - double, double };
    }
    const double = Math.max(0, minutes - DOUBLE_LIMIT);
    const daily = Math.max(0, minutes - double - DAY_LIMIT);
    const within = minutes - double - daily;
    const weekly = Math.min(within, Math.max(0, straightSoFar + within - WEEK_LIMIT));
    straightSoFar += within;
    return { straight: within - weekly, daily, weekly, seventh: 0, double };
  });
}

const RESULT_WORDS: Readonly<Partial<Record<MealResult, string>>> = {
  missed: 'missed',
  short: 'too short',
  late: 'late',
  'waiver-invalid': 'skipped',
};

/**
 * California's premiums for the days of one workweek, as lines on top of those that pay its time: half of the regular
 * rate for overtime, the whole for double time, and an hour's pay for a day with a meal that was missed, short, or late.
 *
 * The regular rate is what the week pays on average, by the days given. A record-keeping aid, not legal advice.
 *
 * @param week from Monday on, every day
 */
export function premiumLines(provider: string, week: readonly PaidDay[]): WordlessLine[] {
  const ofTime = week.flatMap(({ lines }) => lines);
  const regular = averageRate(ofTime);
  const rate = typeof regular === 'number' ? regular : null;
  const head = () =>
    rate === null
      ? "The week's regular rate is unknown because a line has no pay rate."
      : `Regular rate of the week of ${displayDay(week[0]?.day ?? '')}: ${moneyText(rate)} an hour.`;
  const totals = week.map(({ lines }) => minutesOf(lines));
  const divided = overtimeOf(totals);
  const premium = (
    { day, lines }: PaidDay,
    kind: LineKind,
    minutes: number,
    percent: number,
    because: () => string,
  ): WordlessLine[] => {
    if (minutes === 0) return [];
    const amount_cents = rate === null ? null : payCents(minutes, rate, percent);
    const sum = () =>
      rate === null
        ? []
        : [
            `${durationText(minutes)} at ${percent}% of ${moneyText(rate)} on top: ${moneyText(amount_cents ?? 0)}.`,
          ];
    return [
      {
        ...{ key: `${kind} ${provider} ${day}`, kind, provider, day },
        ...{ session: null, session_version: null, service: null, client: null },
        ...{ minutes, hourly_cents: rate, percent, amount_cents },
        is_approved: isApproved(lines),
        is_late: false,
        times: 1,
        finding: rate === null ? 'missing-rate' : null,
        words: () => [because(), head(), ...sum()],
        because,
      },
    ];
  };
  return week.flatMap((paid, at) => {
    const minutes = divided[at];
    if (minutes === undefined) return [];
    const worked = () => durationText(totals[at] ?? 0);
    const violations = paid.clock?.is_open === false ? paid.clock.violations : [];
    const isSeventh = minutes.seventh > 0;
    return [
      ...premium(
        paid,
        'daily-overtime',
        minutes.daily,
        50,
        () => `${worked()} on one day: over 8 is overtime.`,
      ),
      ...premium(
        ...([paid, 'weekly-overtime', minutes.weekly, 50] as const),
        () => 'Straight time for the week is over 40 hours from here on.',
      ),
      ...premium(
        ...([paid, 'seventh-day', minutes.seventh, 50] as const),
        () => 'Seventh day in a row of the workweek: the first 8 hours are overtime.',
      ),
      ...premium(...([paid, 'double-time', minutes.double, 100] as const), () =>
        isSeventh
          ? 'Seventh day in a row of the workweek: over 8 hours is double time.'
          : `${worked()} on one day: over 12 is double time.`,
      ),
      ...premium(
        ...([paid, 'meal-premium', violations.length > 0 ? MEAL_PREMIUM_MINUTES : 0, 100] as const),
        () =>
          `A meal was ${violations.map((result) => RESULT_WORDS[result] ?? result).join(', another ')} with no valid waiver: one hour's pay for the day.`,
      ),
    ];
  });
}

/** Premiums follow the time that they are for. */
function isApproved(lines: readonly WordlessLine[]): boolean {
  const timed = lines.filter(({ minutes }) => minutes > 0);
  return timed.length > 0 && timed.every(({ is_approved }) => is_approved);
}
