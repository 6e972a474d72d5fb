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

/** A Pacific day and what its clocks show. */
export interface WallTime {
  day: string;
  time: string;
}

const DAY_MINUTES = 1_440;
/** American clocks change at 2:00 AM, from 2:00 to 3:00 or back to 1:00. */
const CHANGE_MINUTE = 120;
/** A hundred years: nothing here lasts longer. */
const LONGEST_MINUTES = 52_560_000;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const lengths = new Map<string, number>();

/** Real minutes of a Pacific day: 1,440, but 1,380 and 1,500 on the days clocks change. */
export function dayMinutes(day: string): number {
  if (!isDay(day)) return DAY_MINUTES;
  const known = lengths.get(day);
  if (known !== undefined) return known;
  const [from, to] = [day, dayPlus(day, 1)].map((one) => Date.parse(pacificInstant(one, '00:00')));
  const minutes = ((to ?? 0) - (from ?? 0)) / 60_000;
  // A year of days is a few kilobytes; more than ten of them are of no use to anybody.
  if (lengths.size > 4_000) lengths.clear();
  lengths.set(day, minutes);
  return minutes;
}

/** Minutes by which the clocks go forward that day: 60 in spring, -60 in autumn, else 0. */
function shiftOf(day: string): number {
  return DAY_MINUTES - dayMinutes(day);
}

/** Whether both parts are complete and valid: a form asks while it is being filled in. */
function isWhole({ day, time }: WallTime): boolean {
  return isDay(day) && TIME.test(time);
}

function isDay(day: string): boolean {
  return DAY.test(day) && !Number.isNaN(Date.parse(day));
}

/**
 * Why no Pacific clock shows this time on this day; nothing where one does, or where
 * either of them is not a whole day or time. The words fit at the field of the time.
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

/** Whether Pacific clocks show this time twice that day. Where nothing else is known the first one is meant. */
function isRepeated(at: WallTime): boolean {
  if (!isWhole(at)) return false;
  const minute = minutesOfDay(at.time);
  return shiftOf(at.day) < 0 && minute >= CHANGE_MINUTE + shiftOf(at.day) && minute < CHANGE_MINUTE;
}

/** What to say at a start that clocks show twice; nothing at any other. */
export function repeatedTimeWords(day: string, time: string): string | null {
  return isRepeated({ day, time })
    ? `Clocks show ${displayTime(time)} twice on ${displayDay(day)}; this is the first one.`
    : null;
}

/**
 * Real minutes from midnight to a wall time: of a repeated one to the first. A skipped
 * one is as far after midnight as it says, where clocks show an hour more.
 */
export function minutesSinceMidnight({ day, time }: WallTime): number {
  const minute = minutesOfDay(time);
  const shift = shiftOf(day);
  if (shift === 0 || minute < CHANGE_MINUTE || isSkipped({ day, time })) return minute;
  return minute - shift;
}

/**
 * What clocks show so many real minutes later, or earlier where they are negative.
 * Where day, time or minutes make no sense the day stays, and only the minutes are added.
 */
export function wallAfter(start: WallTime, minutes: number): WallTime {
  if (!isWhole(start) || !(Math.abs(minutes) < LONGEST_MINUTES)) {
    return { day: start.day, time: timePlusMinutes(start.time, minutes) };
  }
  const instant = Date.parse(pacificInstant(start.day, start.time)) + minutes * 60_000;
  return { day: pacificDay(instant), time: pacificTime(instant) };
}

/** The time itself; one that the spring night skips moves as far behind the gap as it lies in it. */
export function existingTime(at: WallTime): WallTime {
  return isSkipped(at) ? wallAfter(at, 0) : at;
}

/**
 * Real minutes from a start to an end, the shorter first: two where clocks show the
 * end twice after the start. Zero or less where the end is not after the start, and no
 * number where one of them is not whole.
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
 * The instant (ISO 8601, UTC) at which clocks show a time of this day after another
 * instant: of a repeated time the second where the first lies before it.
 */
export function pacificInstantAfter({ day, time }: WallTime, after: string): string {
  const first = pacificInstant(day, time);
  if (!isRepeated({ day, time }) || Date.parse(first) >= Date.parse(after)) return first;
  return new Date(Date.parse(first) - shiftOf(day) * 60_000).toISOString();
}

/** Whether clocks change on one of the days from the first to the last. */
export function hasClockChange(first: string, last: string): boolean {
  if (!isDay(first) || !isDay(last)) return false;
  for (let day = first; day <= last; day = dayPlus(day, 1)) if (shiftOf(day) !== 0) return true;
  return false;
}
