import { displaySpan, displayTime, pacificTime } from '#domain/time/pacific.ts';
import type { EXCEPTION_REASONS, WaiverType } from './lunch-break.ts';

/** The fields that determine which minutes a lunch entry takes. */
export interface LunchTimes {
  id: string;
  /** ISO 8601 instant. */
  lunch_start_time: string;
  /** For a punch, to the second; null while it is running and for form entries. */
  lunch_end_time: string | null;
  /** Whole minutes; while a punched break is running, the planned ones. */
  lunch_duration: number;
  waiver_type: WaiverType;
  exception_reason: (typeof EXCEPTION_REASONS)[number];
  source: 'manual' | 'punch';
}

/** Whether an entry takes its author off duty: not a waiver, and not a reason for a missed meal. */
export function isOffDuty({
  waiver_type,
  exception_reason,
}: Pick<LunchTimes, 'waiver_type' | 'exception_reason'>): boolean {
  return waiver_type === '' && exception_reason !== 'chose-not' && exception_reason !== 'not-provided';
}

/** Whether two entries overlap. A running one lasts as long as planned. */
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

/** Whether a change affects which minutes an entry takes. */
export function changesMinutes<Times extends Pick<LunchTimes, (typeof MINUTES_FIELDS)[number]>>(
  before: Times,
  next: Times,
): boolean {
  return MINUTES_FIELDS.some((field) => before[field] !== next[field]);
}

/** Whether an entry has punched times: form entries have no end to the second. */
export function isPunched({ source, lunch_end_time }: LunchTimes): boolean {
  return source === 'punch' || lunch_end_time !== null;
}

/**
 * The punched lunch that overlaps a form entry; null if there is none.
 *
 * A lunch that was punched and entered is one lunch, and the punched record is the one to edit.
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
 * The form entry that a punch uses instead of creating another; null if there is none.
 * @param punch as it would be entered: with the planned duration
 * @param named entries that other punches already use
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

/** Why the form rejects an entry: the lunch was punched. */
export function punchedAlreadyWords(punched: LunchTimes): string {
  return `You punched lunch ${lunchTimeWords(punched)}. Change that one instead.`;
}

/** "(12:00–12:30 PM)"; for a running one, "(since 12:00 PM)". */
export function lunchTimeWords(lunch: LunchTimes): string {
  const start = pacificTime(lunch.lunch_start_time);
  if (lunch.source === 'punch' && lunch.lunch_end_time === null) return `(since ${displayTime(start)})`;
  return `(${displaySpan(start, pacificTime(endOf(lunch)))})`;
}

function startOf(lunch: LunchTimes): number {
  return Date.parse(lunch.lunch_start_time);
}

function endOf({ lunch_start_time, lunch_end_time, lunch_duration }: LunchTimes): number {
  return lunch_end_time === null
    ? Date.parse(lunch_start_time) + lunch_duration * 60_000
    : Date.parse(lunch_end_time);
}
