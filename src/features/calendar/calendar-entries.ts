import type { Location, Provider, Service } from '#contract/catalog.ts';
import type { StudentName } from '#contract/student.ts';
import type { LocalCalendarEvent, LocalOccurrence } from '#db/calendar-events.ts';
import type { RecordState } from '#db/local-database.ts';
import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import type { LocalSession } from '#db/sessions.ts';
import type { DayPart } from '#domain/calendar/day-columns.ts';
import { eventTitle } from '#domain/calendar/event-title.ts';
import { WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName } from '#domain/students/student-name.ts';
import { dayPlus, displaySpan, minutesOfDay, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import { namesById } from '#screens/device/record-names.ts';
import type { EdgeColor } from '#ui/edge-colors.ts';

/** What a calendar shows on one day; minutes are minutes of that day. */
export interface Entry extends DayPart {
  /** Of this day's part only: an entry over midnight has several. */
  key: string;
  /** Id of the occurrence, session, or lunch break. */
  id: string;
  kind: 'event' | 'session' | 'lunch';
  provider: string;
  student: string | null;
  service: string | null;
  day: string;
  title: string;
  /** What it is and where. */
  detail: string;
  /** The same for narrow columns. */
  brief: string;
  /** The owner's name, in calendars of several people. */
  owner: string;
  /** Start and end of the whole entry, formatted. */
  times: string;
  color: EdgeColor;
  /** Why it is canceled; null if it isn't. */
  skipped: string | null;
  state: RecordState;
  occurrence: LocalOccurrence | null;
}

/** Entries that aren't all on this device. */
export interface ServerEntries {
  /** Whether only the server has it: then it is changed there. */
  has: (entry: Entry) => boolean;
  /** Loads them again. */
  reload: () => Promise<void>;
}

export interface EntryNames {
  studentNames: ById<StudentName>;
  services: readonly Service[];
  locations: readonly Location[];
  /** In a calendar of several people. */
  providers: ById<Provider>;
  /** The calendar's owner: only other owners are named. */
  self?: string;
}

interface CalendarRows {
  occurrences: readonly LocalOccurrence[];
  sessions: readonly LocalSession[];
  lunches: readonly LocalLunchBreak[];
}

const MIDNIGHT = 1_440;

/**
 * All entries of a calendar, each once, in time order: a logged occurrence appears as its session, an event
 * linked to a lunch break as the lunch break.
 */
export function calendarEntries(
  { occurrences, sessions, lunches }: CalendarRows,
  names: EntryNames,
): Entry[] {
  const services = new Map(names.services.map((service) => [service.id, service]));
  const shownAlready = new Set(
    [...sessions, ...lunches].flatMap(({ calendar_event_id }) => calendar_event_id ?? []),
  );
  const places = namesById(names.locations);
  const detailsOf = (words: string, short: string, location: string | null) => {
    const place = places.get(location ?? '');
    const at = place === undefined ? '' : ` · ${place}`;
    return { detail: `${words}${at}`, brief: `${short}${at}` };
  };
  const ownerOf = (provider: string) => {
    const known = provider === names.self ? undefined : names.providers.get(provider);
    return known === undefined ? '' : providerName(known);
  };
  const entries = occurrences
    .filter(({ id }) => !shownAlready.has(id))
    .flatMap((occurrence) => {
      const { event } = occurrence;
      const student = names.studentNames.get(event.student ?? '');
      const service = services.get(event.service ?? '');
      const kind = event.is_lunch ? 'Lunch' : 'Event';
      return dayParts(event).map(
        (part): Entry => ({
          ...part,
          key: `${occurrence.id} ${part.day}`,
          id: occurrence.id,
          kind: 'event',
          provider: event.provider,
          student: event.student,
          service: event.service,
          title: eventTitle(event.event_title, student === undefined ? '' : fullName(student), service),
          ...detailsOf(service?.name ?? kind, service?.short_name ?? kind, event.location),
          owner: ownerOf(event.provider),
          times: displaySpan(event.event_start_time, event.event_end_time),
          color: event.event_color,
          skipped: occurrence.skipped,
          state: event.record_state,
          occurrence,
        }),
      );
    });
  for (const session of sessions) {
    const known = session.student_ids.flatMap((id) => names.studentNames.get(id) ?? []);
    const service = services.get(session.service);
    const start = minutesOfDay(session.start_time);
    entries.push({
      key: session.id,
      id: session.id,
      kind: 'session',
      provider: session.provider,
      student: session.student_ids[0] ?? null,
      service: session.service,
      day: session.session_date,
      start,
      end: Math.min(MIDNIGHT, start + session.actual_minutes),
      title: known.map(fullName).join(', ') || service?.name || 'Session',
      ...detailsOf(
        `Logged · ${service?.name ?? 'Session'}`,
        service?.short_name ?? 'Session',
        session.location,
      ),
      owner: ownerOf(session.provider),
      times: displaySpan(session.start_time, session.end_time),
      color: 'primary',
      skipped: null,
      state: session.record_state,
      occurrence: null,
    });
  }
  for (const lunch of lunches) entries.push(lunchEntry(lunch));
  return entries.sort((a, b) => compare(a.day, b.day) || a.start - b.start || a.end - b.end);
}

/** Sorts days; `localeCompare` would be slow for thousands. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function lunchEntry(lunch: LocalLunchBreak): Entry {
  const start = minutesOfDay(pacificTime(lunch.lunch_start_time));
  const end = Math.min(MIDNIGHT, start + lunch.lunch_duration);
  const isWaived = lunch.waiver_type !== '';
  return {
    key: lunch.id,
    id: lunch.id,
    kind: 'lunch',
    provider: lunch.provider,
    student: null,
    service: null,
    day: pacificDay(lunch.lunch_start_time),
    start,
    end,
    title: isWaived ? 'Lunch waived' : 'Lunch Break',
    detail: isWaived ? WAIVER_LABELS[lunch.waiver_type] : 'Lunch',
    brief: isWaived ? WAIVER_LABELS[lunch.waiver_type] : 'Lunch',
    owner: '',
    times: displaySpan(wallTime(start), wallTime(end)),
    color: 'green',
    skipped: null,
    state: lunch.record_state,
    occurrence: null,
  };
}

/** The parts of an event by day. An event that ends when it starts has none. */
function dayParts(event: LocalCalendarEvent): (DayPart & { day: string })[] {
  const parts: (DayPart & { day: string })[] = [];
  for (let day = event.event_start_date; day <= event.event_end_date; day = dayPlus(day, 1)) {
    const start = day === event.event_start_date ? minutesOfDay(event.event_start_time) : 0;
    const end = day === event.event_end_date ? minutesOfDay(event.event_end_time) : MIDNIGHT;
    if (end > start) parts.push({ day, start, end });
  }
  return parts;
}

/** Minutes since midnight as a wall time `HH:mm`; the end of the day is `24:00`. */
export function wallTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export function entriesByDay(entries: readonly Entry[]): ReadonlyMap<string, Entry[]> {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const known = days.get(entry.day);
    if (known === undefined) days.set(entry.day, [entry]);
    else known.push(entry);
  }
  return days;
}

/** Whether both look the same: an array that was read again has a new identity. */
export function showSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, at) => markOf(entry) === markOf(b[at])));
}

const marks = new WeakMap<Entry, string>();

function markOf(entry: Entry | undefined): string {
  if (entry === undefined) return '';
  const known = marks.get(entry);
  if (known !== undefined) return known;
  const { key, start, end, title, detail, owner, times, color, skipped, state } = entry;
  const mark = [key, start, end, title, detail, owner, times, color, skipped, state].join('|');
  marks.set(entry, mark);
  return mark;
}

/** The detail, with the owner if that is someone else. */
export function ownedDetail({ owner, detail }: Entry, words = detail): string {
  return owner === '' ? words : `${owner} · ${words}`;
}

/** The accessible name of an entry. */
export function entryWords(entry: Entry): string {
  const words = [entry.title, entry.times, entry.owner, entry.detail];
  if (entry.skipped !== null) words.push(`canceled: ${entry.skipped}`);
  if (entry.state === 'waiting') words.push('saved on this device');
  if (entry.state === 'attention') words.push('needs attention');
  return words.filter((word) => word !== '').join(', ');
}

/** Planned, alone on its day, and neither lunch nor skipped: can be moved by pointer or keyboard. */
export function isMovable({ kind, occurrence, skipped }: Entry): boolean {
  return (
    kind === 'event' &&
    occurrence !== null &&
    skipped === null &&
    !occurrence.event.is_lunch &&
    occurrence.event.event_start_date === occurrence.event.event_end_date
  );
}

/** Whether a provider's own planned entry can be logged as a session: its day has come. */
export function isLoggable(entry: Entry, provider: string, today: string): boolean {
  return (
    entry.kind === 'event' &&
    entry.provider === provider &&
    entry.skipped === null &&
    entry.occurrence?.event.is_lunch === false &&
    entry.day <= today
  );
}
