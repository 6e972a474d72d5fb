import { sql } from 'drizzle-orm';
import type { CalendarEvent } from '#contract/calendar.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows, jsonValue } from '#server/db/json-rows.ts';

const eventFields = sql.raw(`
  id, provider, student, event_start_date, event_start_time, event_end_date, event_end_time, duration,
  recurring, recurring_type, recurring_timeframe, location, meeting_notes, event_color, event_title, remind_me,
  is_lunch, service, service_list, invites, original_id, version`);

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

/** One event, deleted or not. */
export async function storedEvent(tx: Transaction, id: string): Promise<StoredEvent | null> {
  const [row] = await jsonRows<StoredEvent>(
    tx,
    sql`select ${eventFields}, ${sql.raw(isoInstant('deleted_at'))} from calendar_events where id = ${id}`,
  );
  return row ?? null;
}

/** The events of a provider that start between two Pacific days, both included, in order. */
export function eventsBetween(
  tx: Transaction,
  provider: string,
  start: string,
  end: string,
): Promise<CalendarEvent[]> {
  return jsonRows(
    tx,
    sql`select ${eventFields} from calendar_events
      where provider = ${provider} and event_start_date between ${start}::date and ${end}::date
        and deleted_at is null
      order by event_start_date, event_start_time, id`,
  );
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
