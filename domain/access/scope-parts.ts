import { fiscalYearOf } from '../time/fiscal-year.ts';
import { dayPlus } from '../time/pacific.ts';
import type { Scope } from './scopes.ts';

/**
 * Scopes that grow with the years have their dated rows in parts. `org`, `service:<id>`, `supervised:<id>`, and `team:<id>` have
 * other people's by months: a session is in `org:2026-11` by its day, and in `org:open` while a request about it is pending;
 * likewise for its service and its provider's supervisors. Its notes are in the same months for leads and supervisors, and open
 * while they wait for a co-signature. The office has timesheets by the month in which their pay period begins, and open while they
 * are submitted. `user:<id>` has the person's own sessions, notes, and calendar events by fiscal years, as in `user:<id>:fy2026`
 * from July 1, 2026 on, and in `user:<id>:open` while a request is pending or the note isn't finished. The office has archived
 * students by fiscal years, too, as in `org:fy2026` those who were archived from July 1, 2026 on.
 */
export type ScopePart = string;

/** What is to be decided or finished, whatever its day. */
export const OPEN: ScopePart = 'open';

/** The scopes with other people's rows by months: a regular expression, for SQL as well. */
export const BY_MONTH = '^(org|(service|supervised|team):[^:]+)$';
/** The scopes with a person's own rows, or archived students, by fiscal years: a regular expression, for SQL as well. */
export const BY_YEAR = '^(org|user:[^:]+)$';
/** A month or a fiscal year: a regular expression, for SQL as well. */
export const DATED_PART = '(\\d{4}-\\d{2}|fy\\d{4})';

const [HAS_MONTHS, HAS_YEARS] = [new RegExp(BY_MONTH), new RegExp(BY_YEAR)];
const PART_OF_SCOPE = new RegExp(`:(${OPEN}|${DATED_PART})$`);
const MONTH = /^\d{4}-\d{2}$/;
const YEAR = /^fy\d{4}$/;

export function monthOf(day: string): ScopePart {
  return day.slice(0, 7);
}

/** @param start_year the year in which the fiscal year begins, on July 1 */
export function yearPart(start_year: number): ScopePart {
  return `fy${start_year}`;
}

/** The scopes of a row by its day, for members of these scopes: by months where they have any. */
export function scopesByDay(members: readonly Scope[], day: string, isOpen: boolean): Scope[] {
  return members.flatMap((scope) => {
    const dated = HAS_MONTHS.test(scope) ? monthOf(day) : yearPart(fiscalYearOf(day));
    return [`${scope}:${dated}`, ...(isOpen ? [`${scope}:${OPEN}`] : [])];
  });
}

/** The office's scope of students who were archived on this Pacific day. */
export function scopeOfArchived(archived_on: string): Scope {
  return `org:${yearPart(fiscalYearOf(archived_on))}`;
}

/** Whether a scope has archived students of one fiscal year. */
export function hasArchived(scope: Scope): boolean {
  return scope.startsWith('org:fy');
}

/** These parts of those scopes that have them. */
export function scopesOfParts(members: Iterable<Scope>, parts: readonly ScopePart[]): Scope[] {
  return [...members].flatMap((scope) =>
    parts.filter((part) => hasPart(scope, part)).map((part) => `${scope}:${part}`),
  );
}

/** Whether a scope of this kind has such parts. */
function hasPart(scope: Scope, part: ScopePart): boolean {
  const [isByMonth, isByYear] = [HAS_MONTHS.test(scope), HAS_YEARS.test(scope)];
  if (part === OPEN) return isByMonth || isByYear;
  return (isByMonth && MONTH.test(part)) || (isByYear && YEAR.test(part));
}

/** First and last possible day of the rows in a scope of one month or fiscal year; null for all other scopes. */
export function daysOfScope(scope: Scope): readonly [string, string] | null {
  const part = PART_OF_SCOPE.exec(scope)?.[1];
  if (part === undefined || part === OPEN) return null;
  if (MONTH.test(part)) return [`${part}-01`, `${part}-31`];
  const next = Number(part.slice('fy'.length)) + 1;
  return [`${next - 1}-07-01`, dayPlus(`${next}-07-01`, -1)];
}

/** The scope that a person is a member of: `org` for `org:2026-11`. */
export function memberScope(scope: Scope): Scope {
  return scope.replace(PART_OF_SCOPE, '');
}
