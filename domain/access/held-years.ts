import { fiscalYearOf } from '../time/fiscal-year.ts';
import { OPEN, type ScopePart, yearPart } from './scope-parts.ts';

/**
 * The fiscal years of which a device holds its person's own sessions, notes, and events, and the office's the students archived in
 * them, both included, by the year in which they begin.
 */
export interface HeldYears {
  from: number;
  to: number;
}

/**
 * The last fiscal year, this one, and the next, so that July 1 needs nothing on the day.
 * @param today a Pacific day
 */
export function heldYears(today: string): HeldYears {
  const year = fiscalYearOf(today);
  return { from: year - 1, to: year + 1 };
}

/** Each of these fiscal years, with `open` for what is to be decided or finished. */
export function eachYear({ from, to }: HeldYears): ScopePart[] {
  return [OPEN, ...Array.from({ length: to - from + 1 }, (_, at) => yearPart(from + at))];
}

/** The first day of these fiscal years. */
export function firstOwnDay({ from }: HeldYears): string {
  return `${from}-07-01`;
}
