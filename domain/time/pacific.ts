import { shownTimeFormat } from './time-format.ts';

/** The time zone of all payroll, billing, and meal compliance rules. */
export const PACIFIC_ZONE = 'America/Los_Angeles';

const HOUR_MS = 3_600_000;

const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: PACIFIC_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/**
 * The offset from UTC by hour since the epoch: clocks change on the hour, and asking the platform takes a
 * tenth of a millisecond.
 */
const offsets = new Map<number, number>();
const OFFSETS_LIMIT = 20_000;

function offsetMs(at: number): number {
  const hour = Math.floor(at / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const part = Object.fromEntries(
    wallClock.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour: hours = 0, minute = 0, second = 0 } = part;
  const offset = Date.UTC(year, month - 1, day, hours, minute, second) - hour * HOUR_MS;
  if (offsets.size >= OFFSETS_LIMIT) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/**
 * The Pacific wall time of an instant as ISO 8601 without an offset (`YYYY-MM-DDTHH:mm:ss.sss`).
 * @throws RangeError if it is not an instant
 */
function pacificWall(instant: string | number | Date): string {
  const at = new Date(instant).getTime();
  if (Number.isNaN(at)) throw new RangeError('Invalid time value');
  return new Date(at + offsetMs(at)).toISOString().slice(0, -1);
}

/** The Pacific calendar day (`YYYY-MM-DD`) of an instant. */
export function pacificDay(instant: string | number | Date): string {
  return pacificWall(instant).slice(0, 10);
}

/** The Pacific wall time (`HH:mm`) of an instant. */
export function pacificTime(instant: string | number | Date): string {
  return pacificWall(instant).slice(11, 16);
}

/**
 * The instant (ISO 8601, UTC) of a Pacific wall time.
 *
 * A skipped time counts from midnight; of a repeated time the first is taken.
 */
export function pacificInstant(day: string, time: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const daylight = new Date(wall + 7 * HOUR_MS);
  const isDaylight = pacificTime(daylight) === time && pacificDay(daylight) === day;
  return (isDaylight ? daylight : new Date(wall + 8 * HOUR_MS)).toISOString();
}

/**
 * A day and a wall time as one moment: `MM/DD/YYYY hh:mm AM/PM`, or `MM/DD/YYYY HH:mm`. Its hours have two digits,
 * as its date has.
 */
export function displayMoment(day: string, time: string): string {
  const digits = shownTimeFormat() === '24h' ? 5 : 8;
  return `${displayDay(day)} ${displayTime(time).padStart(digits, '0')}`;
}

/** An instant for display: `MM/DD/YYYY hh:mm AM/PM` or `MM/DD/YYYY HH:mm`, Pacific. */
export function pacificDisplay(instant: string | number | Date): string {
  const wall = pacificWall(instant);
  return displayMoment(wall.slice(0, 10), wall.slice(11, 16));
}

/** A day for display: `MM/DD/YYYY`. */
export function displayDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** A wall time `HH:mm` for display: "9:05 AM" or "09:05", as the person reads times. */
export function displayTime(time: string): string {
  const minutes = minutesOfDay(time);
  const hour = Math.floor(minutes / 60) % 24;
  if (shownTimeFormat() === '24h') return `${String(hour).padStart(2, '0')}:${time.slice(3, 5)}`;
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Two wall times `HH:mm` as people read them in a line: "9:15–9:45 AM", "11:45 AM–12:15 PM", "09:15–09:45". */
export function displaySpan(start: string, end: string): string {
  const [from, to] = [displayTime(start), displayTime(end)];
  if (shownTimeFormat() === '24h') return `${from}–${to}`;
  return `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from}–${to}`;
}

/** Minutes since midnight on the wall clock. */
export function minutesOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The wall time this many minutes later, wrapping at midnight. */
export function timePlusMinutes(time: string, minutes: number): string {
  const total = (((minutesOfDay(time) + minutes) % 1440) + 1440) % 1440;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

/** The day this many days later; negative for earlier ones. */
export function dayPlus(day: string, days: number): string {
  // In the first four weeks of a month only the date changes. A report steps through tens of thousands of days.
  const date = Number(day.slice(8)) + days;
  if (day.length === 10 && date >= 1 && date <= 28)
    return `${day.slice(0, 8)}${String(date).padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
