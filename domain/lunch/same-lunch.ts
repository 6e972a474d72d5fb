import { displayTime, pacificTime } from '#domain/time/pacific.ts';
import type { EXCEPTION_REASONS, WaiverType } from './lunch-break.ts';

/** What decides which minutes a lunch entry takes. */
export interface LunchTimes {
  id: string;
  /** ISO 8601 instant. */
  lunch_start_time: string;
  /** Of a punch, to the second; nothing while it runs and for what the form wrote. */
  lunch_end_time: string | null;
  /** Whole minutes; while a punched break runs, what is planned. */
  lunch_duration: number;
  waiver_type: WaiverType;
  exception_reason: (typeof EXCEPTION_REASONS)[number];
  source: 'manual' | 'punch';
}

/** An entry that takes its writer off duty: no waiver, and not the reason why there was no meal. */
export function isOffDuty({
  waiver_type,
  exception_reason,
}: Pick<LunchTimes, 'waiver_type' | 'exception_reason'>): boolean {
  return waiver_type === '' && exception_reason !== 'chose-not' && exception_reason !== 'not-provided';
}

/** Whether two entries take some of the same minutes. What runs takes as long as it is planned. */
export function shareMinutes(a: LunchTimes, b: LunchTimes): boolean {
  return isOffDuty(a) && isOffDuty(b) && startOf(a) < endOf(b) && startOf(b) < endOf(a);
}

const MINUTES_FIELDS = [
  'lunch_start_time',
  'lunch_duration',
  'lunch_end_time',
  'waiver_type',
  'exception_reason',
] as const;

/** Whether a change is about which minutes an entry takes. */
export function changesMinutes<Times extends Pick<LunchTimes, (typeof MINUTES_FIELDS)[number]>>(
  before: Times,
  next: Times,
): boolean {
  return MINUTES_FIELDS.some((field) => before[field] !== next[field]);
}

/** Whether an entry has the times of punches: the form's own have no end to the second. */
export function isPunched({ source, lunch_end_time }: LunchTimes): boolean {
  return source === 'punch' || lunch_end_time !== null;
}

/**
 * The punched lunch whose minutes an entry of the form would take a second time; null where there is none.
 *
 * A lunch that was punched and entered is one lunch, and what was punched counts: the form changes that one.
 */
export function punchedAlready<Lunch extends LunchTimes>(
  entry: LunchTimes,
  others: readonly Lunch[],
): Lunch | null {
  if (isPunched(entry)) return null;
  return (
    others.find((other) => other.id !== entry.id && isPunched(other) && shareMinutes(entry, other)) ?? null
  );
}

/**
 * The lunch of the form that a punch takes up instead of beginning another; null where there is none.
 *
 * @param punch as it would be entered: with the planned duration
 * @param named entries that punches have taken up already
 */
export function enteredAlready<Lunch extends LunchTimes>(
  punch: LunchTimes,
  others: readonly Lunch[],
  named: readonly (string | null)[],
): Lunch | null {
  return (
    others.find((other) => !named.includes(other.id) && !isPunched(other) && shareMinutes(punch, other)) ??
    null
  );
}

/** Why the form does not take an entry: the lunch was punched. */
export function punchedAlreadyWords(punched: LunchTimes): string {
  return `You punched lunch ${lunchTimeWords(punched)}. Change that one instead.`;
}

/** "from 12:00 PM to 12:30 PM"; of one that runs, "at 12:00 PM". */
export function lunchTimeWords(lunch: LunchTimes): string {
  const start = displayTime(pacificTime(lunch.lunch_start_time));
  if (lunch.source === 'punch' && lunch.lunch_end_time === null) return `at ${start}`;
  return `from ${start} to ${displayTime(pacificTime(endOf(lunch)))}`;
}

function startOf(lunch: LunchTimes): number {
  return Date.parse(lunch.lunch_start_time);
}

function endOf({ lunch_start_time, lunch_end_time, lunch_duration }: LunchTimes): number {
  return lunch_end_time === null
    ? Date.parse(lunch_start_time) + lunch_duration * 60_000
    : Date.parse(lunch_end_time);
}
