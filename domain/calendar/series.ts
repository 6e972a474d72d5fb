import { v5 as uuidv5 } from 'uuid';
import { existingTime, hasClockChange, minutesBetween, wallAfter } from '#domain/time/clock-change.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { daysBetween, type SeriesPattern, seriesDays } from './series-days.ts';

/** The fields of an event that the rule needs; the API shape of a calendar event satisfies it. */
export interface SeriesEvent extends SeriesPattern {
  id: string;
  provider: string;
  student: string | null;
  location: string | null;
  event_start_time: string;
  event_end_date: string;
  event_end_time: string;
  /** Real minutes; for a series, wall clock minutes. */
  duration: number;
  recurring: boolean;
  /** Days of deleted occurrences. */
  excluded_dates: readonly string[];
  /** For a changed occurrence: its series, and the day of the series that it replaces. */
  original_id: string | null;
  original_date: string | null;
}

/** A day on which the schools of a client are closed; of all clients if none is named. */
export interface Closure {
  client: string | null;
  closure_date: string;
  reason: string;
}

/** One entry of a day: a single event, or one occurrence of a series. */
export interface Occurrence<Event extends SeriesEvent> {
  id: string;
  /** With this occurrence's own days and id; never recurring. */
  event: Event;
  /** Its series; null for a single event. */
  series: Event | null;
  /** The day of the series that it replaces. */
  original_date: string | null;
  /**
   * Why the schools are closed: the occurrence doesn't take place and is never logged. Null if it takes
   * place.
   */
  skipped: string | null;
}

/** The maximum length of an event. */
export const LONGEST_EVENT_DAYS = 7;

const OCCURRENCES = '6f3b7c52-2f0e-5a0d-9a44-5d1f0c7be1a8';

/** The id of an occurrence, derived from its series and day: the same on every device and on the server. */
export function occurrenceId(seriesId: string, originalDate: string): string {
  return uuidv5(`${seriesId} ${originalDate}`, OCCURRENCES);
}

/** How far a session may be from its planned day and still name that occurrence. */
export const NEAR_DAYS = 14;

/**
 * The day and series of an occurrence id, searched within two weeks of a day, nearest days first. Includes
 * occurrences that the series no longer has: the caller may have been offline when the series changed.
 */
export function seriesNear(series: readonly string[], id: string, day: string): string | null {
  for (let away = 0; away <= NEAR_DAYS; away += 1) {
    for (const near of away === 0 ? [day] : [dayPlus(day, away), dayPlus(day, -away)]) {
      const found = series.find((one) => occurrenceId(one, near) === id);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/**
 * The occurrence of a series on one of its days, as a row of its own.
 *
 * Across daylight saving changes it keeps its wall times and has the real minutes between them. A skipped
 * time moves behind the gap.
 */
export function occurrenceOn<Event extends SeriesEvent>(series: Event, day: string): Event {
  const span = daysBetween(series.event_start_date, series.event_end_date);
  return {
    ...series,
    id: occurrenceId(series.id, day),
    event_start_date: day,
    event_end_date: span === 0 ? day : dayPlus(day, span),
    ...realTimes(series, day, span),
    recurring: false,
    recurring_type: '',
    recurring_timeframe: '',
    recurring_days: [],
    excluded_dates: [],
    original_id: series.id,
    original_date: day,
  };
}

/** Times and duration of an occurrence that differ from those of its series. */
function realTimes(series: SeriesEvent, day: string, span: number): Partial<SeriesEvent> {
  const lastDay = dayPlus(day, span);
  if (!hasClockChange(day, lastDay)) return {};
  const start = existingTime({ day, time: series.event_start_time });
  const planned = existingTime({ day: lastDay, time: series.event_end_time });
  const [minutes] = minutesBetween(start, planned);
  // An occurrence that begins in the gap and ends soon after keeps its length.
  const isMovedWhole = start.time !== series.event_start_time && minutes < series.duration;
  const end = isMovedWhole || minutes <= 0 ? wallAfter(start, series.duration) : planned;
  return {
    event_start_date: start.day,
    event_start_time: start.time,
    event_end_date: end.day,
    event_end_time: end.time,
    duration: end === planned ? minutes : series.duration,
  };
}

/**
 * What takes place between two Pacific days, inclusive, ordered by start, including what began earlier and
 * reaches into the range.
 *
 * Pass the changed occurrences of a series with the events, wherever they were moved to. School closures skip
 * the occurrences of series; single events on such a day stay.
 *
 * @param clientOf the client whose closures apply to an event
 */
export function occurrencesBetween<Event extends SeriesEvent>(
  events: readonly Event[],
  closures: readonly Closure[],
  clientOf: (event: Event) => string | null,
  from: string,
  to: string,
): Occurrence<Event>[] {
  const seriesById = new Map(events.flatMap((event) => (event.recurring ? [[event.id, event]] : [])));
  const changed = new Set(events.map(({ original_id, original_date }) => `${original_id} ${original_date}`));
  const closed = closuresByDay(closures);
  const found: Occurrence<Event>[] = [];
  for (const event of events) {
    if (!event.recurring) {
      if (touches(event, from, to)) found.push(asItStands(event, seriesById));
      continue;
    }
    const excluded = new Set(event.excluded_dates);
    const earliest = dayPlus(from, -daysBetween(event.event_start_date, event.event_end_date));
    for (const day of seriesDays(event, earliest, to)) {
      if (excluded.has(day) || changed.has(`${event.id} ${day}`)) continue;
      const occurrence = occurrenceOn(event, day);
      if (!touches(occurrence, from, to)) continue;
      const skipped = closureReason(closed.get(day), clientOf(event));
      found.push({ id: occurrence.id, event: occurrence, series: event, original_date: day, skipped });
    }
  }
  return found.sort(byOccurrenceStart);
}

function asItStands<Event extends SeriesEvent>(
  event: Event,
  seriesById: ReadonlyMap<string, Event>,
): Occurrence<Event> {
  const { id, original_id, original_date } = event;
  const series = original_id === null ? null : (seriesById.get(original_id) ?? null);
  return { id, event, series, original_date, skipped: null };
}

/** An event that ends at midnight doesn't reach into the next day. */
function touches(event: SeriesEvent, from: string, to: string): boolean {
  if (event.event_start_date > to) return false;
  if (event.event_start_date >= from) return true;
  return event.event_end_date > from || (event.event_end_date === from && event.event_end_time > '00:00');
}

function closuresByDay(closures: readonly Closure[]): ReadonlyMap<string, readonly Closure[]> {
  const byDay = new Map<string, Closure[]>();
  for (const closure of closures) {
    const others = byDay.get(closure.closure_date);
    if (others === undefined) byDay.set(closure.closure_date, [closure]);
    else others.push(closure);
  }
  return byDay;
}

function closureReason(closures: readonly Closure[] | undefined, client: string | null): string | null {
  const closure = closures?.find((one) => one.client === null || one.client === client);
  return closure?.reason ?? null;
}

/** Compares two occurrences by when they start. */
export function byOccurrenceStart(a: Occurrence<SeriesEvent>, b: Occurrence<SeriesEvent>): number {
  return (
    compare(a.event.event_start_date, b.event.event_start_date) ||
    compare(a.event.event_start_time, b.event.event_start_time) ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
