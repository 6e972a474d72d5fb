import { type SQL, sql } from 'drizzle-orm';
import type { CalendarEvent, CalendarOccurrence } from '#contract/calendar.ts';
import { type Closure, LONGEST_EVENT_DAYS, NEAR_DAYS, occurrencesBetween } from '#domain/calendar/series.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from './database.ts';
import { fieldsOf } from './entity-rows.ts';
import { jsonRows, jsonValue } from './json-rows.ts';

/**
 * Events matching `reach` between two Pacific days, inclusive, with series expanded, in order; occurrences
 * skipped by a school closure are included, with the reason.
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
    select ${fieldsOf('calendar_event', 'e')},
      case when e.student is null then l.client else s.client end as client_of_closures
    from calendar_events e
      left join locations l on e.student is null and l.id = e.location
      left join students s on s.id = e.student
    where e.id in (select id from found)`,
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

/** Planned time whose events are the same in some fields. */
type Planned<Field extends keyof CalendarEvent> = Pick<CalendarOccurrence, Field | 'skipped'> & {
  /** Minutes of all of them. */
  duration: number;
  /** How many they are. */
  times: number;
};

/**
 * What is planned to begin between two Pacific days, inclusive. Single events, of which a month has tens of thousands, are
 * added up as far as they are the same in these fields; only series need their rules.
 * @param reach a condition on `calendar_events e` that all rows of a series share
 * @param options `unrecorded`: only what no session names; one that does may be some days away
 */
export async function plannedWithin<Field extends keyof CalendarEvent>(
  tx: Transaction,
  reach: SQL,
  days: { start: string; end: string },
  fields: readonly Field[],
  { unrecorded = false } = {},
): Promise<Planned<Field>[]> {
  const columns = sql.raw(fields.map((field) => `e."${field}"`).join(', '));
  const recorded = sql`select calendar_event_id as id from sessions where calendar_event_id is not null
    and deleted_at is null and session_date between
      ${dayPlus(days.start, -NEAR_DAYS)}::date and ${dayPlus(days.end, NEAR_DAYS)}::date`;
  // Without the names of their fields they are half as long.
  const values = await jsonValue<[...CalendarEvent[Field][], duration: number, times: number][]>(
    tx,
    sql`select coalesce(json_agg(json_build_array(${columns}, e.duration, e.times)), '[]')::text as value from (
      select ${columns}, sum(e.duration)::int as duration, count(*)::int as times
      from calendar_events e where ${reach} and not e.recurring and e.original_id is null and e.deleted_at is null
        and e.event_start_date between ${days.start}::date and ${days.end}::date
        and ${unrecorded ? sql`not exists (select from (${recorded}) s where s.id = e.id)` : sql`true`}
      group by ${columns}) e`,
  );
  const single = values.map((found) => {
    const [duration, times] = found.slice(fields.length);
    const event = { duration, times, skipped: null } as Planned<Field>;
    fields.forEach((field, at) => {
      event[field] = found[at] as Planned<Field>[Field];
    });
    return event;
  });
  const series = (
    await occurrencesWithin(tx, sql`(${reach} and (e.recurring or e.original_id is not null))`, days)
  )
    .filter(({ event_start_date }) => event_start_date >= days.start)
    .map((event) => ({ ...event, times: 1 }));
  if (!unrecorded || series.length === 0) return [...single, ...series];
  const done = new Set((await jsonRows<{ id: string }>(tx, recorded)).map(({ id }) => id));
  return [...single, ...series.filter(({ id }) => !done.has(id))];
}
