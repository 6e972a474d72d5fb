import { sql } from 'drizzle-orm';
import { scopesOfSession } from '#domain/access/scopes.ts';
import { type FlaggedSession, mayBeDuplicates, sessionsOverlap } from '#domain/sessions/session-flags.ts';
import { keepRow, knownRow } from '#server/db/known-rows.ts';
import { type Gatherer, sendOrGather } from '#server/db/write-unit.ts';
import type { Call } from '#server/records/call.ts';
import { followNeighbors, type Neighbor } from './queries.ts';

export interface SessionFlags {
  has_overlap: boolean;
  is_possible_duplicate: boolean;
}

export function flagsBeside(session: FlaggedSession, others: readonly FlaggedSession[]): SessionFlags {
  return {
    has_overlap: others.some((other) => sessionsOverlap(session, other)),
    is_possible_duplicate: others.some((other) => mayBeDuplicates(session, other)),
  };
}

/**
 * Names of the locks for flags around these places. Sorted, so that concurrent writers take them in the same
 * order.
 */
export function flagLocks(places: readonly FlaggedSession[]): string[] {
  const keys = places.flatMap((place) => [
    `sessions ${place.provider} ${place.session_date}`,
    `sessions ${place.service} ${place.session_date} ${place.start_time}`,
  ]);
  return [...new Set(keys)].sort();
}

/**
 * Updates the flags of other sessions after a session was added, moved, or deleted. A row whose flag changes
 * gets a new version and is delivered to its readers.
 * @param places where the session was and is; `neighbors` are all sessions around them
 * @param after the session as it is now; null if it was deleted
 */
export async function correctNeighbors(
  call: Call,
  neighbors: readonly Neighbor[],
  places: readonly FlaggedSession[],
  after: FlaggedSession | null,
): Promise<void> {
  const { tx } = call;
  const others = neighbors.filter(({ id }) => places.every((place) => place.id !== id));
  const present = after === null ? others : [...others, after];
  for (const other of others) {
    const flags = flagsBeside(other, present);
    // Only around these places are all neighbors known; a flag from elsewhere stays.
    if (!places.some((place) => sharesDay(place, other))) flags.has_overlap = other.has_overlap;
    if (!places.some((place) => sharesStart(place, other)))
      flags.is_possible_duplicate = other.is_possible_duplicate;
    if (
      flags.has_overlap === other.has_overlap &&
      flags.is_possible_duplicate === other.is_possible_duplicate
    ) {
      continue;
    }
    await sendOrGather(tx, turns, [{ id: other.id, ...flags }]);
    followNeighbors(tx, [{ ...other, ...flags }]);
    const known = knownRow(tx, 'session', other.id);
    if (known !== undefined) keepRow(tx, 'session', { ...known, ...flags, version: known.version + 1 });
    await call.follow([{ entity: 'session', id: other.id, scopes: scopesOfSession(other) }]);
  }
}

/** A flag that changed twice created two versions; the last change counts. */
const turns: Gatherer<SessionFlags & { id: string }> = {
  kind: 'turns',
  partsOf(items) {
    const turned = new Map<string, SessionFlags & { id: string; times: number }>();
    for (const item of items) {
      turned.set(item.id, { ...item, times: (turned.get(item.id)?.times ?? 0) + 1 });
    }
    return [
      {
        table: 'sessions',
        ctes: sql`turned as (
          update sessions s
          set has_overlap = t.has_overlap, is_possible_duplicate = t.is_possible_duplicate, version = s.version + t.times
          from jsonb_to_recordset(${JSON.stringify([...turned.values()])}::jsonb)
            as t(id uuid, has_overlap boolean, is_possible_duplicate boolean, times integer)
          where s.id = t.id)`,
        isDone: sql`true`,
        goesAhead: true,
      },
    ];
  },
};

function sharesDay(a: FlaggedSession, b: FlaggedSession): boolean {
  return a.provider === b.provider && a.session_date === b.session_date;
}

function sharesStart(a: FlaggedSession, b: FlaggedSession): boolean {
  return a.service === b.service && a.session_date === b.session_date && a.start_time === b.start_time;
}
