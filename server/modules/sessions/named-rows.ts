import { sql } from 'drizzle-orm';
import type { Session } from '#contract/session.ts';
import { type Actor, maySeeEvent, maySeeSession } from '#domain/access/row-rules.ts';
import { seriesNear } from '#domain/calendar/series.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { keepPrefetched, readPrefetched } from '#server/db/write-unit.ts';

type Naming = Pick<Session, 'provider' | 'session_date' | 'calendar_event_id' | 'make_up_of'>;

/** The fields of an event that decide who may see it. */
interface NamedEvent {
  id: string;
  provider: string;
  service: string | null;
  invites: string[];
}

/**
 * Newly referenced rows must exist and be accessible; inaccessible and unknown ids get the same message. A
 * deleted row counts as existing: a person who worked offline could not know. Existing references stay.
 */
export async function namedProblems(
  tx: Transaction,
  actor: Actor,
  next: Naming,
  before: Naming | null,
): Promise<FieldErrors> {
  const event = next.calendar_event_id === before?.calendar_event_id ? null : next.calendar_event_id;
  const madeUp = next.make_up_of === before?.make_up_of ? null : next.make_up_of;
  if (event === null && madeUp === null) return {};
  const problems: FieldErrors = {};
  const session = madeUp === null ? null : await sessionNamed(tx, madeUp);
  if (madeUp !== null && (session === null || !maySeeSession(actor, session))) {
    problems.make_up_of = "Session not found, or you don't have access.";
  }
  if (event !== null) {
    const named = await eventNamed(tx, next, event);
    if (named === null || !maySeeEvent(actor, named)) {
      problems.calendar_event_id =
        "Calendar event not found, or you don't have access. Record the session without it.";
    }
  }
  return problems;
}

type NamedSession = Pick<Session, 'id' | 'provider' | 'service'>;

interface NamedRows {
  events: NamedEvent[];
  sessions: NamedSession[];
}

/** Everything that sessions reference, and the series that their occurrences may belong to. */
interface PrefetchedNamed extends NamedRows {
  series: (NamedEvent & { of: string })[];
}

const NAMED = 'rows that sessions name';

/** Prefetches what all new sessions of a batch reference. Missing rows may be created within the batch. */
export async function prefetchNamed(tx: Transaction, sessions: readonly Naming[]): Promise<void> {
  const ids = (of: (one: Naming) => string | null) => [...new Set(sessions.flatMap((one) => of(one) ?? []))];
  const events = ids((one) => one.calendar_event_id);
  const madeUp = ids((one) => one.make_up_of);
  if (events.length + madeUp.length === 0) return;
  const rows = await readNamed(tx, events, madeUp);
  const providers = ids((one) =>
    one.calendar_event_id !== null && !rows.events.some(({ id }) => id === one.calendar_event_id)
      ? one.provider
      : null,
  );
  const series = providers.length === 0 ? [] : await seriesOf(tx, providers);
  keepPrefetched<PrefetchedNamed>(tx, NAMED, { ...rows, series });
}

async function sessionNamed(tx: Transaction, id: string): Promise<NamedSession | null> {
  const prefetched = readPrefetched<PrefetchedNamed>(tx, NAMED)?.sessions.find((one) => one.id === id);
  return prefetched ?? (await readNamed(tx, [], [id])).sessions[0] ?? null;
}

async function eventNamed(tx: Transaction, session: Naming, id: string): Promise<NamedEvent | null> {
  const prefetched = readPrefetched<PrefetchedNamed>(tx, NAMED);
  const known =
    prefetched?.events.find((one) => one.id === id) ??
    timeOf(prefetched?.series.filter((one) => one.of === session.provider) ?? [], session, id);
  if (known !== null) return known;
  const [event] = (await readNamed(tx, [id], [])).events;
  return event ?? timeOf(await seriesOf(tx, [session.provider]), session, id);
}

function readNamed(
  tx: Transaction,
  events: readonly string[],
  sessions: readonly string[],
): Promise<NamedRows> {
  return jsonValue(
    tx,
    sql`select json_build_object(
      'events', (select coalesce(json_agg(json_build_object(
          'id', id, 'provider', provider, 'service', service, 'invites', invites)), '[]')
        from calendar_events where id = any(${arrayParam(events, 'uuid')})),
      'sessions', (select coalesce(json_agg(json_build_object(
          'id', id, 'provider', provider, 'service', service)), '[]')
        from sessions where id = any(${arrayParam(sessions, 'uuid')}))
    )::text as value`,
  );
}

/** More series than anyone uses, newest first. */
const MOST_SERIES = 200;

function seriesOf(tx: Transaction, providers: readonly string[]): Promise<PrefetchedNamed['series']> {
  return jsonRows(
    tx,
    sql`select e.*, p.id as of from unnest(${arrayParam(providers, 'uuid')}) p(id)
      cross join lateral (
        select id, provider, service, invites from calendar_events
        where recurring and (provider = p.id or p.id = any(invites))
        order by event_start_date desc, id limit ${MOST_SERIES}) e`,
  );
}

/**
 * An occurrence has no row of its own until it is changed. It may also be one that the series had before an
 * edit.
 */
function timeOf(series: readonly NamedEvent[], { session_date }: Naming, id: string): NamedEvent | null {
  const found = seriesNear(
    series.map((one) => one.id),
    id,
    session_date,
  );
  return series.find((one) => one.id === found) ?? null;
}
