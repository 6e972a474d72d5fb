import {
  dayPlus,
  displayDay,
  displayTime,
  minutesOfDay,
  pacificDay,
  pacificInstant,
  pacificTime,
  timePlusMinutes,
} from './pacific.ts';

/** A Pacific day and wall time. */
export interface WallTime {
  day: string;
  time: string;
}

const DAY_MINUTES = 1_440;
/** American clocks change at 2:00 AM, to 3:00 or back to 1:00. */
const CHANGE_MINUTE = 120;
/** A hundred years, an upper bound for any duration. */
const LONGEST_MINUTES = 52_560_000;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const lengths = new Map<string, number>();

/** Real minutes of a Pacific day: 1,440, but 1,380 and 1,500 on the days when clocks change. */
export function dayMinutes(day: string): number {
  if (!isDay(day)) return DAY_MINUTES;
  const known = lengths.get(day);
  if (known !== undefined) return known;
  const [from, to] = [day, dayPlus(day, 1)].map((one) => Date.parse(pacificInstant(one, '00:00')));
  const minutes = ((to ?? 0) - (from ?? 0)) / 60_000;
  // Bounds the cache at more than ten years of days.
  if (lengths.size > 4_000) lengths.clear();
  lengths.set(day, minutes);
  return minutes;
}

/** Minutes by which clocks move forward that day: 60 in spring, -60 in fall, otherwise 0. */
function shiftOf(day: string): number {
  return DAY_MINUTES - dayMinutes(day);
}

/** Whether both parts are complete and valid: a form calls this while being filled in. */
function isWhole({ day, time }: WallTime): boolean {
  return isDay(day) && TIME.test(time);
}

function isDay(day: string): boolean {
  return DAY.test(day) && !Number.isNaN(Date.parse(day));
}

/**
 * Why a wall time doesn't exist on this day; null if it does, or if day or time is incomplete. The message
 * can be shown at the time field.
 */
export function skippedTimeProblem(day: string, time: string): string | null {
  if (!isSkipped({ day, time })) return null;
  return (
    `${displayTime(time)} does not exist on ${displayDay(day)}: clocks go forward from 2:00 AM to 3:00 AM. ` +
    'Enter a time before 2:00 AM or from 3:00 AM.'
  );
}

function isSkipped(at: WallTime): boolean {
  if (!isWhole(at)) return false;
  const minute = minutesOfDay(at.time);
  return shiftOf(at.day) > 0 && minute >= CHANGE_MINUTE && minute < CHANGE_MINUTE + shiftOf(at.day);
}

/** Whether a wall time occurs twice that day. By default the first one is meant. */
function isRepeated(at: WallTime): boolean {
  if (!isWhole(at)) return false;
  const minute = minutesOfDay(at.time);
  return shiftOf(at.day) < 0 && minute >= CHANGE_MINUTE + shiftOf(at.day) && minute < CHANGE_MINUTE;
}

/** The hint for a start time that occurs twice; null for any other. */
export function repeatedTimeWords(day: string, time: string): string | null {
  return isRepeated({ day, time })
    ? `Clocks show ${displayTime(time)} twice on ${displayDay(day)}; this is the first one.`
    : null;
}

/**
 * Real minutes from midnight to a wall time: for a repeated one, to the first. A skipped one counts as that
 * many minutes after midnight, which clocks show as an hour later.
 */
export function minutesSinceMidnight({ day, time }: WallTime): number {
  const minute = minutesOfDay(time);
  const shift = shiftOf(day);
  if (shift === 0 || minute < CHANGE_MINUTE || isSkipped({ day, time })) return minute;
  return minute - shift;
}

/**
 * The wall time this many real minutes later (or earlier, if negative). If day, time, or minutes are invalid,
 * the day stays and the minutes are added to the time.
 */
export function wallAfter(start: WallTime, minutes: number): WallTime {
  if (!isWhole(start) || !(Math.abs(minutes) < LONGEST_MINUTES)) {
    return { day: start.day, time: timePlusMinutes(start.time, minutes) };
  }
  const instant = Date.parse(pacificInstant(start.day, start.time)) + minutes * 60_000;
  return { day: pacificDay(instant), time: pacificTime(instant) };
}

/** The wall time itself; a skipped one is moved forward by the length of the gap. */
export function existingTime(at: WallTime): WallTime {
  return isSkipped(at) ? wallAfter(at, 0) : at;
}

/**
 * Real minutes from a start to an end, the shorter first: two if the end occurs twice after the start. Zero
 * or negative if the end is not after the start; empty if either is incomplete.
 */
export function minutesBetween(start: WallTime, end: WallTime): [number, ...number[]] {
  if (!isWhole(start) || !isWhole(end)) return [Number.NaN];
  const midnights =
    (Date.parse(pacificInstant(end.day, '00:00')) - Date.parse(pacificInstant(start.day, '00:00'))) / 60_000;
  const first = midnights + minutesSinceMidnight(end) - minutesSinceMidnight(start);
  if (!isRepeated(end)) return [first];
  const second = first - shiftOf(end.day);
  return first > 0 ? [first, second] : [second];
}

/**
 * The instant (ISO 8601, UTC) of a wall time that comes after another instant: for a repeated time, the
 * second if the first lies before it.
 */
export function pacificInstantAfter({ day, time }: WallTime, after: string): string {
  const first = pacificInstant(day, time);
  if (!isRepeated({ day, time }) || Date.parse(first) >= Date.parse(after)) return first;
  return new Date(Date.parse(first) - shiftOf(day) * 60_000).toISOString();
}

/** Whether clocks change on one of the days from first to last. */
export function hasClockChange(first: string, last: string): boolean {
  if (!isDay(first) || !isDay(last)) return false;
  for (let day = first; day <= last; day = dayPlus(day, 1)) if (shiftOf(day) !== 0) return true;
  return false;
}
