import { firstPossibleMonth } from '#domain/access/held-months.ts';
import { heldYears } from '#domain/access/held-years.ts';
import { yearPart } from '#domain/access/scope-parts.ts';
import { pacificDay } from '#domain/time/pacific.ts';

const DAY_MS = 86_400_000;

/** A device that was last complete longer ago pulls from the start. */
export const CURSOR_MAX_AGE_MS = 90 * DAY_MS;
/** Tombstones outlive the oldest cursor, whatever a slow transaction or a clock adds. */
export const TOMBSTONE_AGE_MS = CURSOR_MAX_AGE_MS + 2 * DAY_MS;

/**
 * The first month and fiscal year whose entries are kept. A device that was complete at the end of a month's time still has to be told
 * what left it since.
 * @param now the server's clock, ISO 8601
 */
export function keptPartsSince(now: string): { month: string; year: string } {
  const day = pacificDay(Date.parse(now) - TOMBSTONE_AGE_MS);
  return { month: firstPossibleMonth(day), year: yearPart(heldYears(day).from) };
}
