import { type SQL, sql } from 'drizzle-orm';
import type { CalendarEvent } from '#contract/calendar.ts';
import { scopesOfEvent } from '#domain/access/scopes.ts';
import { LONGEST_EVENT_DAYS } from '#domain/calendar/series.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, type Stored } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { keepPrefetched, readPrefetched } from '#server/db/write-unit.ts';
import { aboutDay, type Records } from '#server/records/call.ts';

/** A calendar event with the server's own fields. */
export type StoredEvent = Stored<'calendar_event'>;

/** The changed occurrences of a series. */
export function overridesOf(tx: Transaction, series: string): Promise<CalendarEvent[]> {
  return keptRows(tx, 'calendar_event', sql`original_id = ${series} order by original_date`);
}

/** Ids of occurrences that were logged as sessions. */
export async function loggedOf(tx: Transaction, series: CalendarEvent): Promise<ReadonlySet<string>> {
  const earliest = dayPlus(series.event_start_date, -LONGEST_EVENT_DAYS);
  const rows = await jsonRows<{ id: string }>(
    tx,
    sql`select calendar_event_id as id from sessions
      where provider = ${series.provider} and session_date >= ${earliest}::date
        and calendar_event_id is not null and deleted_at is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which of the rows that an event references exist. */
export interface EventReferences {
  has_provider: boolean;
  has_location: boolean;
  services: string[];
  staff: string[];
}

interface Referring {
  provider: string;
  location: string | null;
  services: readonly string[];
  staff: readonly string[];
}

function placeName({ provider, location }: Pick<Referring, 'provider' | 'location'>): string {
  return `event of ${provider} at ${location}`;
}

/** Whether a provider and a location exist. */
export type KnownPlace = Pick<EventReferences, 'has_provider' | 'has_location'> & { provider: string };

/** The query of these providers and the location, for events that reference nothing else. */
export function placesOf(providers: Iterable<string>, location: string): SQL {
  return sql`select p.id as provider,
      exists (select 1 from providers where id = p.id and not archived) as has_provider,
      exists (select 1 from locations where id = ${location}::text) as has_location
    from unnest(${arrayParam(providers, 'uuid')}) p(id)`;
}

/** Keeps what `placesOf` found for all writes of the transaction. */
export function keepPlaces(tx: Transaction, location: string, places: readonly KnownPlace[]): void {
  for (const { provider, has_provider, has_location } of places) {
    const known: EventReferences = { has_provider, has_location, services: [], staff: [] };
    keepPrefetched(tx, placeName({ provider, location }), known);
  }
}

export async function readEventReferences(tx: Transaction, event: Referring): Promise<EventReferences> {
  const isPlaceAlone = event.services.length + event.staff.length === 0;
  const prefetched = isPlaceAlone ? readPrefetched<EventReferences>(tx, placeName(event)) : undefined;
  return prefetched ?? readReferences(tx, event);
}

function readReferences(tx: Transaction, event: Referring): Promise<EventReferences> {
  return jsonValue(
    tx,
    sql`select json_build_object(
      'has_provider', exists (select 1 from providers where id = ${event.provider} and not archived),
      'has_location', ${event.location}::text is null
        or exists (select 1 from locations where id = ${event.location}::text),
      'services', array(select id from services where deleted_at is null and id = any(${arrayParam(event.services, 'uuid')})),
      'staff', array(select id from users where is_active and id = any(${arrayParam(event.staff, 'uuid')}))
    )::text as value`,
  );
}

export const eventRecords: Records<CalendarEvent> = {
  entity: 'calendar_event',
  scopes: scopesOfEvent,
  about: aboutDay,
};
