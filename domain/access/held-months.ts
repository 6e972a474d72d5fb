import { dayPlus } from '../time/pacific.ts';
import { monthOf, OPEN, type ScopePart } from './scope-parts.ts';

/**
 * The months of which devices of the office, of leads, and of supervisors hold other people's rows, both included, as in `2026-11`.
 */
export interface HeldMonths {
  from: string;
  to: string;
}

/** At least the last month and a half, so that a pay period can be closed. Days. */
const DAYS_BACK = 45;
/** Pay periods that are never locked don't make the window longer. Days. */
export const MOST_DAYS_BACK = 100;
/** A device gets no more months than have this many rows. */
const MOST_ROWS = 60_000;
/** A device keeps the months that it has up to this many rows, so that a month doesn't come and go. */
const MOST_KEPT_ROWS = 75_000;

/** The number of rows that a person's scopes have in each month, as in `2026-11`; none where a month is missing. */
export type RowsByMonth = Readonly<Record<string, number>>;

/**
 * The months in work: from 45 days ago, or from the first pay period that isn't locked, to the next month, so that a new month
 * needs nothing on its first day. The oldest of them are left out until they have at most 60,000 rows, if need be all.
 * @param today a Pacific day
 * @param openSince first day of the oldest pay period that isn't locked and began at most 100 days ago
 * @param before the months that the device has
 */
export function heldMonths(
  today: string,
  openSince: string | null,
  rows: RowsByMonth = {},
  before: HeldMonths | undefined = undefined,
): HeldMonths {
  const first = dayPlus(today, -DAYS_BACK);
  const since = monthOf(openSince !== null && openSince < first ? openSince : first);
  const to = monthAfter(monthOf(today));
  const fitting = firstFitting({ from: since, to }, rows, MOST_ROWS);
  const kept = before !== undefined && before.from > since ? before.from : since;
  const isKept =
    before !== undefined &&
    kept <= fitting &&
    kept >= firstFitting({ from: since, to }, rows, MOST_KEPT_ROWS);
  return { from: isKept ? kept : fitting, to };
}

/** The first of these months from which they have at most so many rows; the month after them if the last has more. */
function firstFitting({ from, to }: HeldMonths, rows: RowsByMonth, most: number): string {
  let first = monthAfter(to);
  let sum = 0;
  for (const month of eachMonth({ from, to }).slice(1).reverse()) {
    sum += rows[month] ?? 0;
    if (sum > most) break;
    first = month;
  }
  return first;
}

/** The first day of these months; of the month after them if there are none. */
export function firstHeldDay({ from }: HeldMonths): string {
  return `${from}-01`;
}

/** Each of these months, with `open` for what is to be decided. */
export function eachMonth({ from, to }: HeldMonths): ScopePart[] {
  const months = [OPEN];
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month);
  return months;
}

/** The months that a device can hold at most. */
export function possibleMonths(today: string): string[] {
  return eachMonth({ from: firstPossibleMonth(today), to: monthAfter(monthOf(today)) }).slice(1);
}

/** No device holds months before this one, whichever period is unlocked. */
export function firstPossibleMonth(today: string): string {
  return monthOf(dayPlus(today, -MOST_DAYS_BACK));
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
