import { type SQL, sql } from 'drizzle-orm';
import type { CalendarEvent, CalendarOccurrence, SchoolClosure } from '#contract/calendar.ts';
import { type Closure, LONGEST_EVENT_DAYS, occurrencesBetween } from '#domain/calendar/series.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows, jsonValue } from '#server/db/json-rows.ts';

const eventFields = sql.raw(`
  id, provider, student, event_start_date, event_start_time, event_end_date, event_end_time, duration,
  recurring, recurring_type, recurring_timeframe, recurring_days, excluded_dates, location, meeting_notes, event_color, event_title, remind_me,
  is_lunch, service, service_list, invites, original_id, original_date, version`);

/** A calendar event with what only the server knows of it. */
export interface StoredEvent extends CalendarEvent {
  deleted_at: string | null;
}

export function loadCalendarEventRows(tx: Transaction, ids: readonly string[]): Promise<CalendarEvent[]> {
  return jsonRows(
    tx,
    sql`select ${eventFields} from calendar_events where id = any(${arrayParam(ids, 'uuid')}) and deleted_at is null`,
  );
}

export function loadSchoolClosureRows(tx: Transaction, ids: readonly string[]): Promise<SchoolClosure[]> {
  return jsonRows(
    tx,
    sql`select id, client, closure_date, reason, version from school_closures
      where id = any(${arrayParam(ids, 'uuid')}) and deleted_at is null`,
  );
}

/** One event, deleted or not. */
export async function storedEvent(tx: Transaction, id: string): Promise<StoredEvent | null> {
  const [row] = await jsonRows<StoredEvent>(
    tx,
    sql`select ${eventFields}, ${sql.raw(isoInstant('deleted_at'))} from calendar_events where id = ${id}`,
  );
  return row ?? null;
}

/** The changed times of a series. */
export function overridesOf(tx: Transaction, series: string): Promise<CalendarEvent[]> {
  return jsonRows(
    tx,
    sql`select ${eventFields} from calendar_events
      where original_id = ${series} and deleted_at is null order by original_date`,
  );
}

/** Ids of times of a series that were logged as sessions. */
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

/**
 * What `reach` lets through between two Pacific days, both included, series
 * expanded, in order; what closed schools skip is there with the reason.
 *
 * @param reach a condition on `calendar_events e` that all rows of a series share
 */
export async function occurrencesWithin(
  tx: Transaction,
  reach: SQL,
  { start, end }: { start: string; end: string },
): Promise<CalendarOccurrence[]> {
  const earliest = dayPlus(start, -LONGEST_EVENT_DAYS);
  const events = await jsonRows<EventWithClient>(
    tx,
    sql`
    with near as (
      select e.id from calendar_events e
      where ${reach} and e.deleted_at is null and (
        (not e.recurring and e.event_start_date between ${earliest}::date and ${end}::date)
        or (e.recurring and e.event_start_date between ${earliestSeriesStart(earliest)}::date and ${end}::date)
      )
    ),
    found as (
      select id from near
      union
      -- Wherever a time of a series was moved to, the series must know of it.
      select o.id from calendar_events o where o.original_id in (select id from near) and o.deleted_at is null
    )
    select ${eventFields},
      case when e.student is null then (select l.client from locations l where l.id = e.location)
        else (select s.client from students s where s.id = e.student) end as client_of_closures
    from calendar_events e where e.id in (select id from found)`,
  );
  const closures = await jsonRows<Closure>(
    tx,
    sql`select client, closure_date, reason from school_closures
      where closure_date between ${earliest}::date and ${end}::date and deleted_at is null
      order by client, id`,
  );
  const found = occurrencesBetween(events, closures, (event) => event.client_of_closures, start, end);
  return found.map(({ event: { client_of_closures: _, ...event }, skipped }) => ({ ...event, skipped }));
}

interface EventWithClient extends CalendarEvent {
  client_of_closures: string | null;
}

/** Which of the things that an event names exist. */
export interface EventReferences {
  has_provider: boolean;
  has_location: boolean;
  services: string[];
  staff: string[];
}

export function readEventReferences(
  tx: Transaction,
  event: { provider: string; location: string | null; services: readonly string[]; staff: readonly string[] },
): Promise<EventReferences> {
  return jsonValue(
    tx,
    sql`select json_build_object(
      'has_provider', exists (select 1 from providers where id = ${event.provider} and not archived),
      'has_location', ${event.location}::text is null
        or exists (select 1 from locations where id = ${event.location}::text),
      'services', array(select id from services where id = any(${arrayParam(event.services, 'uuid')})),
      'staff', array(select id from users where is_active and id = any(${arrayParam(event.staff, 'uuid')}))
    )::text as value`,
  );
}
