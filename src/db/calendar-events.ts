import {
  type Closure,
  LONGEST_EVENT_DAYS,
  type Occurrence,
  occurrencesBetween,
} from '#domain/calendar/series.ts';
import { fiscalYearEnd } from '#domain/calendar/series-days.ts';
import type { SeriesFacts } from '#domain/calendar/series-edit.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { type LocalRow, openRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase, StoredCalendarEvent } from './local-database.ts';
import { rowsById, watchPeople } from './people.ts';
import { sessionsOfProvider } from './sessions.ts';

export type LocalCalendarEvent = LocalRow<'calendar_event'>;
export type LocalOccurrence = Occurrence<LocalCalendarEvent>;

/** Later than any day. */
const LAST_DAY = '9999-12-31';

/**
 * A provider's calendar between two Pacific days, inclusive, ordered by start: single events, occurrences of
 * series, and events that the provider was invited to. Occurrences skipped by a school closure are included,
 * with the reason.
 */
export async function calendarOccurrences(
  db: LocalDatabase,
  provider: string,
  from: string,
  to: string,
): Promise<LocalOccurrence[]> {
  const earliest = dayPlus(from, -LONGEST_EVENT_DAYS);
  const [near, series, invited, closures, locations] = await Promise.all([
    db.calendarEvents
      .where('[provider+event_start_date]')
      .between([provider, earliest], [provider, to], true, true)
      .toArray(),
    db.calendarEvents
      .where('[provider+series_until]')
      .between([provider, earliest], [provider, LAST_DAY], true, true)
      .filter(({ event_start_date }) => event_start_date <= to)
      .toArray(),
    db.calendarEvents
      .where('invites')
      .equals(provider)
      .filter(
        ({ event_start_date, series_until }) =>
          event_start_date <= to && (series_until ?? LAST_DAY) >= earliest,
      )
      .toArray(),
    db.schoolClosures.where('closure_date').between(earliest, to, true, true).toArray(),
    db.locations.toArray(),
    watchPeople(db, 'student'),
  ]);
  const found = new Map([...near, ...series, ...invited].map((row) => [row.id, row]));
  const overrides = await db.calendarEvents
    .where('original_id')
    .anyOf([...found.keys()])
    .toArray();
  const missing = [...found.values(), ...overrides].flatMap(({ original_id }) =>
    original_id === undefined || found.has(original_id) ? [] : [original_id],
  );
  const originals = await db.calendarEvents.bulkGet([...new Set(missing)]);
  for (const row of [...overrides, ...originals]) if (row !== undefined) found.set(row.id, row);

  const events = await openRows(db, 'calendar_event', [...found.values()]);
  const clients = new Map<string, string | null>();
  const students = await rowsById(
    db,
    'student',
    events.flatMap(({ student }) => student ?? []),
  );
  for (const { id, client } of students.values()) clients.set(id, client);
  const locationIds = new Set(events.map(({ location }) => location));
  const places = locations.filter(({ id }) => locationIds.has(id));
  for (const { id, client } of await openRows(db, 'location', places)) clients.set(id, client);
  return occurrencesBetween(
    events,
    await openRows(db, 'school_closure', closures),
    (event) => clientOf(clients, event),
    from,
    to,
  );
}

/** Whether someone else's event has this person among its guests. */
export async function isInvited(db: LocalDatabase, person: string): Promise<boolean> {
  return (await db.calendarEvents.where('invites').equals(person).count()) > 0;
}

/** School closures between two Pacific days, inclusive, of all clients. */
export async function closuresBetween(db: LocalDatabase, from: string, to: string): Promise<Closure[]> {
  if (from === '') return [];
  const rows = await db.schoolClosures.where('closure_date').between(from, to, true, true).toArray();
  return openRows(db, 'school_closure', rows);
}

/** The client whose closures apply: for an event without a student on this device, the location's. */
function clientOf(
  clients: ReadonlyMap<string, string | null>,
  { student, location }: Pick<LocalCalendarEvent, 'student' | 'location'>,
): string | null {
  const named = [student, location].find((id) => id !== null && clients.has(id));
  return clients.get(named ?? '') ?? null;
}

/**
 * A provider's events that start between two Pacific days, inclusive, with series unexpanded, ordered by
 * start.
 */
export async function calendarEventsOfProvider(
  db: LocalDatabase,
  provider: string,
  from: string,
  to: string,
) {
  const rows = await db.calendarEvents
    .where('[provider+event_start_date]')
    .between([provider, from], [provider, to], true, true)
    .toArray();
  return (await openRows(db, 'calendar_event', rows)).sort(
    (a, b) =>
      a.event_start_date.localeCompare(b.event_start_date) ||
      a.event_start_time.localeCompare(b.event_start_time),
  );
}

export async function calendarEventById(db: LocalDatabase, id: string): Promise<LocalCalendarEvent | null> {
  return openRow(db, 'calendar_event', await db.calendarEvents.get(id));
}

/** An event by its id, or the occurrence with this id of a provider's series on a Pacific day. */
export async function calendarEventOfDay(
  db: LocalDatabase,
  provider: string,
  day: string,
  id: string,
): Promise<LocalCalendarEvent | null> {
  const row = await db.calendarEvents.get(id);
  if (row !== undefined) return openRow(db, 'calendar_event', row);
  const occurrences = await calendarOccurrences(db, provider, day, day);
  return occurrences.find((occurrence) => occurrence.id === id)?.event ?? null;
}

/** What an edit of a series needs to know: individually changed and logged occurrences. */
export async function seriesFacts(
  db: LocalDatabase,
  series: LocalCalendarEvent,
): Promise<SeriesFacts<LocalCalendarEvent>> {
  const rows: StoredCalendarEvent[] = await db.calendarEvents
    .where('original_id')
    .equals(series.id)
    .toArray();
  const start = series.event_start_date;
  const sessions = await sessionsOfProvider(
    db,
    series.provider,
    dayPlus(start, -LONGEST_EVENT_DAYS),
    fiscalYearEnd(start),
  );
  return {
    overrides: await openRows(db, 'calendar_event', rows),
    logged: new Set(sessions.flatMap(({ calendar_event_id }) => calendar_event_id ?? [])),
  };
}
