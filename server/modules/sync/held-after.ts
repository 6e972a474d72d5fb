import type { PullPage } from '#contract/sync.ts';
import { firstHeldDay, heldMonths } from '#domain/access/held-months.ts';
import { firstOwnDay, heldYears } from '#domain/access/held-years.ts';
import { OPEN, scopesOfParts } from '#domain/access/scope-parts.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { isBelow, type PullCursor } from './pull-cursor.ts';
import { type HeldParts, type Membership, type ReaderState, scopeReader } from './pull-entries.ts';

/** Of which months and fiscal years a device has rows with the next page. */
interface HeldAfter {
  /** Without months for people who don't hold others' rows. */
  parts: HeldParts;
  /** Those that the device gets with this pull. */
  opened: string[];
  /** Those that it leaves at the end of this pull. */
  closed: string[] | undefined;
}

/**
 * The months and fiscal years of the device with the next page. They move only when it was whole: in the middle of a pull it would
 * miss what it was not sent yet.
 */
export function heldAfter(known: PullCursor | null, state: ReaderState, now: string): HeldAfter {
  const today = pacificDay(now);
  const wanted: HeldParts = {
    months:
      state.by_month_since === null
        ? undefined
        : heldMonths(today, state.open_since, state.rows_by_month, known?.months),
    years: heldYears(today),
  };
  if (known === null) return { parts: wanted, opened: [], closed: undefined };
  const isWhole = known.head === undefined && known.backfills.length === 0 && known.ends === undefined;
  const before: HeldParts = { months: known.months ?? wanted.months, years: known.years ?? wanted.years };
  // The end of a membership is told with the months that the device had.
  const next: HeldParts = { months: wanted.months ?? before.months, years: wanted.years };
  if (!isWhole) return { parts: before, opened: [], closed: known.closed };
  const [old, held] = [before, next].map(datedParts);
  return {
    parts: next,
    opened: held?.filter((part) => !old?.includes(part)) ?? [],
    closed: old?.filter((part) => !held?.includes(part)),
  };
}

function datedParts(parts: HeldParts): string[] {
  const { months, years } = scopeReader({ userId: '', deviceId: null }, parts);
  return [...months, ...years].filter((part) => part !== OPEN);
}

/**
 * Whether the cursor says of which months and fiscal years the device has rows; one without months is good for people who don't
 * hold others' rows.
 */
export function knowsParts({ months, years, members }: PullCursor, { by_month_since }: ReaderState): boolean {
  if (years === undefined) return false;
  return months !== undefined || by_month_since === null || !isBelow(by_month_since, members);
}

/** The scopes that the device leaves: those that ended, and those of closed months and fiscal years. */
export function scopesLeft(
  userId: string,
  memberships: readonly Membership[],
  { closed = [] }: HeldAfter,
  { by_month }: ReaderState,
): string[] {
  const ended = memberships.filter(({ has_left }) => has_left).map(({ scope }) => scope);
  return [...new Set([...ended, ...scopesOfParts([...by_month, `user:${userId}`, ...ended], closed)])];
}

/** Whether the person may see every student, whichever the device has. */
export function seesAll({ by_month }: ReaderState): Pick<PullPage, 'sees_all'> {
  return by_month.includes('org') ? { sees_all: true } : {};
}

/** The first days from which the device has others' rows, null if its person has all that they may see, and own ones. */
export function heldFrom(
  { months, years }: HeldParts,
  { by_month_since }: ReaderState,
): Pick<PullPage, 'others_from' | 'own_from'> {
  return {
    others_from: by_month_since === null || months === undefined ? null : firstHeldDay(months),
    own_from: years === undefined ? null : firstOwnDay(years),
  };
}
