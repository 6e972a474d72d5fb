import { sql } from 'drizzle-orm';
import type { EndpointName } from '#contract/index.ts';
import type { SessionBody, SessionChanges } from '#contract/session.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { withFollowingTimes, withScheduledMinutes } from '#domain/sessions/session-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRowsOfEach } from '#server/db/json-rows.ts';
import { keepRow } from '#server/db/known-rows.ts';
import { keepFreeIds, takenIds } from '#server/db/new-rows.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { keepUnnoted, notedSessions, noteLock } from '#server/modules/soap/queries.ts';
import { type CoveringSheet, keepSheets, sheetsOf } from '#server/modules/timesheets/covered-days.ts';
import { withTouched } from '#server/records/changing-rows.ts';
import { flagLocks } from './flags.ts';
import { prefetchNamed } from './named-rows.ts';
import { besidePlaces, keepNeighbors, type Neighbor, prefetchFacts, type StoredSession } from './queries.ts';

/** A creation, a change, or a deletion of a session. */
interface SessionCall {
  name: EndpointName;
  actor: Actor;
  params: unknown;
  body: unknown;
}

/**
 * Prefetches what all new, changed, and deleted sessions of a transaction need, under all of their locks: stored rows,
 * then facts with the locks, then what only stays as it is under them.
 */
export async function prefetchSessions(tx: Transaction, calls: readonly SessionCall[]): Promise<void> {
  const entries = calls.flatMap(({ name, actor, body }) => {
    if (name !== 'session.create') return [];
    const sent = body as SessionBody;
    const provider = sent.provider ?? actor.provider_id;
    return provider === null ? [] : [withScheduledMinutes({ ...sent, provider }, null)];
  });
  const changes = await storedChanges(tx, calls);
  const places = [...entries, ...changes.flatMap(({ before, next }) => [before, next])];
  if (places.length === 0) return;
  await prefetchFacts(tx, [
    ...entries.map((entry) => ({ ...entry, days: [entry.session_date], lock_keys: flagLocks([entry]) })),
    ...changes.map(({ before, next }) => ({
      ...next,
      days: [before.session_date, next.session_date],
      lock_keys: flagLocks([before, next]),
      note_locks: [noteLock(before.id)],
    })),
  ]);
  await prefetchNamed(tx, entries);
  const days = places.map(({ provider, session_date }) => ({ provider, days: [session_date] }));
  const [created, changed] = [entries.map(({ id }) => id), changes.map(({ before }) => before.id)];
  const read = await jsonRowsOfEach<{
    sheets: CoveringSheet;
    neighbors: Neighbor;
    taken: { id: string };
    noted: { id: string };
  }>(tx, {
    sheets: sheetsOf(days),
    neighbors: besidePlaces(places),
    taken: takenIds(sessions, created),
    noted: notedSessions(changed),
  });
  keepSheets(tx, days, read.sheets);
  keepNeighbors(tx, places, read.neighbors);
  keepFreeIds(tx, sessions, created, read.taken);
  keepUnnoted(tx, changed, read.noted);
}

/** The stored rows of changes and deletions, kept for their writes, and what becomes of them. */
async function storedChanges(
  tx: Transaction,
  calls: readonly SessionCall[],
): Promise<{ before: StoredSession; next: StoredSession }[]> {
  const changing = calls.filter(({ name }) => name !== 'session.create');
  if (changing.length === 0) return [];
  const idOf = ({ params }: SessionCall) => (params as { id: string }).id;
  const ids = new Set(changing.map(idOf));
  const stored = new Map<string, StoredSession>();
  for (const row of await storedRows(tx, 'session', sql`id = any(${arrayParam(ids, 'uuid')})`)) {
    stored.set(row.id, row);
    keepRow(tx, 'session', row);
  }
  return changing.flatMap((call) => {
    const before = stored.get(idOf(call));
    if (before === undefined || before.deleted_at !== null) return [];
    const sent = call.name === 'session.update' ? (call.body as SessionChanges) : {};
    const next = withTouched(before, withFollowingTimes(before, sent));
    return [{ before, next: withScheduledMinutes(next, before) }];
  });
}
