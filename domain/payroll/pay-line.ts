import { EXTRA_PAY_TYPES, type ExtraPayType } from './pay-types.ts';

/**
 * What a pay line is for. `session` and `clock` pay time; premiums of California are paid on top of it:
 * half an hour's rate for overtime, a whole one for double time, and an hour for a missed meal. What the office enters
 * besides is neither: miles, and time off, which isn't worked.
 */
export const LINE_KINDS = [
  'session',
  'clock',
  'daily-overtime',
  'weekly-overtime',
  'seventh-day',
  'double-time',
  'meal-premium',
  ...EXTRA_PAY_TYPES,
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const LINE_KIND_LABELS: Readonly<Record<LineKind, string>> = {
  session: 'Session',
  clock: 'Other time on the clock',
  'daily-overtime': 'Daily overtime',
  'weekly-overtime': 'Weekly overtime',
  'seventh-day': 'Seventh day',
  'double-time': 'Double time',
  'meal-premium': 'Meal premium',
  mileage: 'Mileage',
  'paid-time-off': 'Paid time off',
};

/** What someone has to look at before a line can be trusted. Only a missing rate stops a run. */
export const LINE_FINDINGS = [
  'missing-rate',
  'waiting-duration',
  'waiting-entry',
  'clock-shorter',
  'open-day',
] as const;
export type LineFinding = (typeof LINE_FINDINGS)[number];

export const LINE_FINDING_LABELS: Readonly<Record<LineFinding, string>> = {
  'missing-rate': 'No pay rate',
  'waiting-duration': 'Changed duration to review',
  'waiting-entry': 'Late entry to review',
  'clock-shorter': 'Sessions longer than the timecard',
  'open-day': 'Timecard still open',
};

/** One line of pay. */
export interface PayLine {
  /** Names the same line in any two snapshots: its session, or its kind, provider, and day. */
  key: string;
  kind: LineKind;
  provider: string;
  /** Pacific. */
  day: string;
  session: string | null;
  /** The version of the session that the line was computed from. */
  session_version: number | null;
  service: string | null;
  client: string | null;
  /** Whole minutes; negative where a correction takes some back. */
  minutes: number;
  /** Null if there is no rate: never zero. */
  hourly_cents: number | null;
  /** Of the hourly rate: 50 for overtime, which is paid on top of the time itself. */
  percent: number;
  /** Round-half-up(minutes × hourly_cents × percent ÷ 6,000); null without a rate. */
  amount_cents: number | null;
  is_approved: boolean;
  /** Due from before the period that is paid. */
  is_late: boolean;
  finding: LineFinding | null;
  /** How it was calculated, sentence by sentence. */
  why: readonly string[];
}

/** A line, or as many lines of sessions that are alike: sums need no more of them. */
export interface CountedLine extends Omit<PayLine, 'key' | 'session' | 'session_version' | 'why'> {
  /** How many lines it stands for. */
  times: number;
}

/** A line whose reasons aren't in words yet: sums need none, and wording them takes as long as the figures. */
export interface WordlessLine extends CountedLine, Omit<PayLine, 'why'> {
  words: () => string[];
  /** Why it has its minutes; null if they are just those of its session. */
  because: () => string | null;
}

/** The line with its reasons. A flat literal, as there are tens of thousands. */
export function withReasons(line: WordlessLine): PayLine & { why: string[] } {
  return {
    key: line.key,
    kind: line.kind,
    provider: line.provider,
    day: line.day,
    session: line.session,
    session_version: line.session_version,
    service: line.service,
    client: line.client,
    minutes: line.minutes,
    hourly_cents: line.hourly_cents,
    percent: line.percent,
    amount_cents: line.amount_cents,
    is_approved: line.is_approved,
    is_late: line.is_late,
    finding: line.finding,
    why: line.words(),
  };
}

/** The line with its reasons, and besides them why it has its minutes. */
export function reportedLine(line: WordlessLine): PayLine & { why: string[]; because: string | null } {
  return Object.assign(withReasons(line), { because: line.because() });
}

/** What the office decided on a line. */
export interface LineDecision {
  is_approved: boolean;
  /** Null keeps the line's own. */
  adjusted_minutes: number | null;
}

/** The amount for minutes at a part of an hourly rate, rounded half up to whole cents. */
export function payCents(minutes: number, hourly_cents: number, percent: number): number {
  return Math.floor((minutes * hourly_cents * percent * 2 + 6_000) / 12_000);
}

/** Whether a kind is entered by the office, besides the time that was worked. */
export function isExtraPay(kind: LineKind): kind is ExtraPayType {
  return EXTRA_PAY_TYPES.some((type) => type === kind);
}

/** Whether a kind pays time that was worked, and not a premium on top of it or what the office pays besides. */
export function paysTime(kind: LineKind): boolean {
  return kind === 'session' || kind === 'clock';
}

type Decidable = Pick<PayLine, 'minutes' | 'hourly_cents' | 'percent' | 'amount_cents' | 'is_approved'>;

/** A line as the office decided on it; its own figures if no one has. */
export function decidedLine(
  line: Decidable,
  decision: LineDecision | null,
): Pick<PayLine, 'minutes' | 'amount_cents' | 'is_approved'> {
  const { minutes, amount_cents, hourly_cents, percent } = line;
  if (decision === null) return { minutes, amount_cents, is_approved: line.is_approved };
  const { adjusted_minutes, is_approved } = decision;
  if (adjusted_minutes === null || adjusted_minutes === minutes)
    return { minutes, amount_cents, is_approved };
  return {
    ...{ minutes: adjusted_minutes, is_approved },
    amount_cents: hourly_cents === null ? null : payCents(adjusted_minutes, hourly_cents, percent),
  };
}

/** The sum of some lines. */
export interface PaySum {
  lines: number;
  /** Of sessions and other time worked: premiums and time off aren't. */
  minutes: number;
  amount_cents: number;
  /** How much of the amount are premiums. */
  premium_cents: number;
  /** How much of the amount are mileage and paid time off. */
  extra_cents: number;
  /** Lines with minutes but without a rate, which the amount lacks. */
  missing_rates: number;
}

/** The sum of no lines. */
export const NO_PAY: PaySum = {
  ...{ lines: 0, minutes: 0, amount_cents: 0, premium_cents: 0, extra_cents: 0, missing_rates: 0 },
};

export function paySum(
  lines: Iterable<Pick<PayLine, 'kind' | 'minutes' | 'amount_cents'> & Partial<Pick<CountedLine, 'times'>>>,
): PaySum {
  const sum = { ...NO_PAY };
  for (const { kind, minutes, amount_cents, times = 1 } of lines) {
    const cents = times * (amount_cents ?? 0);
    sum.lines += times;
    if (paysTime(kind)) sum.minutes += times * minutes;
    else if (isExtraPay(kind)) sum.extra_cents += cents;
    else sum.premium_cents += cents;
    sum.amount_cents += cents;
    if (amount_cents === null) sum.missing_rates += times;
  }
  return sum;
}

export function addedSums(a: PaySum, b: PaySum): PaySum {
  return {
    lines: a.lines + b.lines,
    minutes: a.minutes + b.minutes,
    amount_cents: a.amount_cents + b.amount_cents,
    premium_cents: a.premium_cents + b.premium_cents,
    extra_cents: a.extra_cents + b.extra_cents,
    missing_rates: a.missing_rates + b.missing_rates,
  };
}

/** Whole minutes of some lines. */
export function minutesOf(lines: readonly Pick<CountedLine, 'minutes' | 'times'>[]): number {
  return lines.reduce((sum, { minutes, times }) => sum + times * minutes, 0);
}

/**
 * Pay for an hour on average, rounded half up; `unknown` if a line has no rate, `none` without paid minutes.
 * @param lines that pay time
 */
export function averageRate(
  lines: readonly Pick<CountedLine, 'minutes' | 'amount_cents' | 'times'>[],
): number | 'unknown' | 'none' {
  const paid = lines.filter(({ minutes }) => minutes > 0);
  if (paid.length === 0) return 'none';
  let [minutes, cents] = [0, 0];
  for (const line of paid) {
    if (line.amount_cents === null) return 'unknown';
    minutes += line.times * line.minutes;
    cents += line.times * line.amount_cents;
  }
  return Math.floor((cents * 120 + minutes) / (2 * minutes));
}
