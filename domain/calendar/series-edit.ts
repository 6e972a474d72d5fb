import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { durationsOf } from './event-rules.ts';
import { type Occurrence, occurrenceId, occurrenceOn, type SeriesEvent } from './series.ts';
import {
  countOf,
  dayBefore,
  daysBetween,
  endDateOf,
  LONGEST_SERIES,
  seriesDays,
  shiftedWeekdays,
} from './series-days.ts';

/** How far an edit of one occurrence reaches. */
export type EditScope = 'this' | 'following' | 'all';

/** One write of an edit; the writes must run in order. */
export type EventWrite<Event extends SeriesEvent> =
  | { kind: 'create'; event: Event }
  | { kind: 'update'; id: string; changes: Partial<Event> }
  | { kind: 'delete'; id: string };

/** What must be known besides the edited occurrence. */
export interface SeriesFacts<Event extends SeriesEvent> {
  /** The known changed occurrences of the series. */
  overrides: readonly Event[];
  /** Ids of occurrences that were logged as sessions. */
  logged: ReadonlySet<string>;
}

export const STAYS_AS_LOGGED = "This event is logged as a session and won't change.";

export const TIME_FIELDS = [
  'event_start_date',
  'event_start_time',
  'event_end_date',
  'event_end_time',
  'duration',
] as const satisfies (keyof SeriesEvent)[];
const REPETITION = [
  'recurring',
  'recurring_type',
  'recurring_timeframe',
  'recurring_days',
  'excluded_dates',
] as const satisfies (keyof SeriesEvent)[];
const NOT_RECURRING = {
  recurring: false,
  recurring_type: '',
  recurring_timeframe: '',
  recurring_days: [],
  excluded_dates: [],
} as const satisfies Partial<SeriesEvent>;

/** Validation errors of changing one occurrence, or of deleting it if there are no changes. */
export function editProblems<Event extends SeriesEvent>(
  occurrence: Occurrence<Event>,
  scope: EditScope,
  logged: ReadonlySet<string>,
  changes: Partial<Event> | null,
): FieldErrors {
  const staysOut = changes === null || TIME_FIELDS.some((field) => field in changes);
  if (scope !== 'this' || !staysOut || !logged.has(occurrence.id)) return {};
  if (occurrence.series === null && occurrence.original_date === null) return {};
  return { event_start_date: STAYS_AS_LOGGED };
}

/**
 * The writes that change an occurrence.
 *
 * Edited fields change for everything in the scope; days and weekdays move by as much as this occurrence
 * moved. Individually edited and logged occurrences stay as they are and are not duplicated.
 *
 * @param changes the edited fields, with their new values for this occurrence
 * @param freshId the id of the second series that "this and following" creates
 */
export function changeWrites<Event extends SeriesEvent>(
  occurrence: Occurrence<Event>,
  scope: EditScope,
  changes: Partial<Event>,
  facts: SeriesFacts<Event>,
  freshId: string,
): EventWrite<Event>[] {
  const { series, original_date } = occurrence;
  if (series === null || original_date === null) return [{ kind: 'update', id: occurrence.id, changes }];
  const isOverride = facts.overrides.some(({ id }) => id === occurrence.id);
  const own = without(changes, REPETITION);
  const ownWrites: EventWrite<Event>[] =
    isOverride && Object.keys(own).length > 0 ? [{ kind: 'update', id: occurrence.id, changes: own }] : [];
  switch (scopeOf(occurrence, scope)) {
    case 'this':
      if (isOverride || Object.keys(own).length === 0) return ownWrites;
      return [{ kind: 'create', event: { ...occurrence.event, ...own } }];
    case 'all': {
      const kept = keptDays(series, facts);
      const next = movedSeries(series, series.event_start_date, kept, occurrence, changes);
      const touched = differences(series, next);
      return Object.keys(touched).length === 0 ? ownWrites : [...ownWrites, update(series.id, touched)];
    }
    case 'following': {
      const kept = keptDays(series, facts).filter((day) => day >= original_date);
      const rest = { ...series, recurring_timeframe: restOfTimeframe(series, original_date) };
      const next = movedSeries(rest, original_date, kept, occurrence, changes);
      const ended = endedBefore(series, original_date);
      // The new series is created before the old one ends, so that an interruption loses nothing.
      return [...ownWrites, { kind: 'create', event: { ...next, id: freshId } }, ended];
    }
  }
}

/** The writes that delete an occurrence. Logged occurrences stay. */
export function deleteWrites<Event extends SeriesEvent>(
  occurrence: Occurrence<Event>,
  scope: EditScope,
  facts: SeriesFacts<Event>,
): EventWrite<Event>[] {
  const { series, original_date } = occurrence;
  if (series === null || original_date === null) return [{ kind: 'delete', id: occurrence.id }];
  const removed = (from: string): EventWrite<Event>[] =>
    facts.overrides
      .filter(({ id, original_date: day }) => (day ?? '') >= from && !facts.logged.has(id))
      .map(({ id }) => ({ kind: 'delete', id }));
  switch (scopeOf(occurrence, scope)) {
    case 'this': {
      const excluded_dates = sortedDays([...series.excluded_dates, original_date]);
      const own: EventWrite<Event>[] = facts.overrides.some(({ id }) => id === occurrence.id)
        ? [{ kind: 'delete', id: occurrence.id }]
        : [];
      // Exclude the day from the series first, so that the original occurrence never reappears in between.
      return [update(series.id, { excluded_dates }), ...own];
    }
    case 'following':
      return [...removed(original_date), endedBefore(series, original_date)];
    case 'all':
      return [...removed(''), { kind: 'delete', id: series.id }];
  }
}

/**
 * Logged occurrences that a change of their series would move or drop, as rows of their own that keep them
 * where they are.
 * @param after null if the series is deleted
 */
export function pinnedOccurrences<Event extends SeriesEvent>(
  before: Event,
  after: Event | null,
  facts: SeriesFacts<Event>,
): Event[] {
  if (!before.recurring) return [];
  const kept = new Set(facts.overrides.map(({ id }) => id));
  const daysAfter = new Set(after?.recurring ? seriesDays(after) : []);
  return seriesDays(before).flatMap((day) => {
    const id = occurrenceId(before.id, day);
    if (!facts.logged.has(id) || kept.has(id) || before.excluded_dates.includes(day)) return [];
    const stays =
      after !== null &&
      daysAfter.has(day) &&
      !after.excluded_dates.includes(day) &&
      TIME_FIELDS.every((field) => occurrenceOn(before, day)[field] === occurrenceOn(after, day)[field]);
    return stays ? [] : [occurrenceOn(before, day)];
  });
}

/** At the first occurrence, "this and following" means all. */
function scopeOf(occurrence: Occurrence<SeriesEvent>, scope: EditScope): EditScope {
  const { series, original_date } = occurrence;
  if (scope !== 'following' || series === null || original_date === null) return scope;
  const [first] = seriesDays(series);
  return first === undefined || original_date <= first ? 'all' : 'following';
}

/**
 * A series, or the rest of one from a day on, with the edits made at one of its occurrences. Excluded days
 * stay excluded where they moved to, and kept occurrences are not duplicated.
 */
function movedSeries<Event extends SeriesEvent>(
  series: Event,
  start: string,
  kept: readonly string[],
  { event }: Occurrence<Event>,
  changes: Partial<Event>,
): Event {
  const newStart = changes.event_start_date ?? event.event_start_date;
  const newEnd = changes.event_end_date ?? event.event_end_date;
  const isSpanTouched = 'event_start_date' in changes || 'event_end_date' in changes;
  const shift = daysBetween(event.event_start_date, newStart);
  const span = isSpanTouched
    ? daysBetween(newStart, newEnd)
    : daysBetween(series.event_start_date, series.event_end_date);
  const endDate = endDateOf(series.recurring_timeframe);
  const next: Event = {
    ...series,
    recurring_days: shiftedWeekdays(series.recurring_days, shift),
    recurring_timeframe: endDate === null ? series.recurring_timeframe : dayPlus(endDate, shift),
    ...changes,
    id: series.id,
    original_id: null,
    original_date: null,
    event_start_date: dayPlus(start, shift),
    event_end_date: dayPlus(start, shift + span),
  };
  if (TIME_FIELDS.some((field) => field in changes)) next.duration = durationsOf(next)[0];
  if (!next.recurring) return { ...next, ...NOT_RECURRING };
  if (start === series.event_start_date && shift === 0) return next;
  const days = new Set(seriesDays(next));
  const moved = [...series.excluded_dates, ...kept].map((day) => dayPlus(day, shift));
  return { ...next, excluded_dates: sortedDays(moved.filter((day) => days.has(day))) };
}

/** The days of the occurrences that an edit of their series leaves unchanged. */
function keptDays<Event extends SeriesEvent>(series: Event, facts: SeriesFacts<Event>): string[] {
  return [
    ...facts.overrides.flatMap(({ original_date }) => original_date ?? []),
    ...seriesDays(series).filter((day) => facts.logged.has(occurrenceId(series.id, day))),
  ];
}

/** The remaining timeframe from one of the series' days on. */
function restOfTimeframe(series: SeriesEvent, from: string): string {
  const days = seriesDays(series);
  const isCounted = countOf(series.recurring_timeframe) !== null || days.length === LONGEST_SERIES;
  return isCounted ? String(days.filter((day) => day >= from).length) : series.recurring_timeframe;
}

function endedBefore<Event extends SeriesEvent>(series: Event, day: string): EventWrite<Event> {
  return update(series.id, { recurring_timeframe: dayBefore(day) });
}

function update<Event extends SeriesEvent>(id: string, changes: Partial<SeriesEvent>): EventWrite<Event> {
  return { kind: 'update', id, changes: changes as Partial<Event> };
}

function without<Event extends SeriesEvent>(
  changes: Partial<Event>,
  fields: readonly (keyof SeriesEvent)[],
): Partial<Event> {
  const kept = Object.entries(changes).filter(([field]) => !(fields as readonly string[]).includes(field));
  return Object.fromEntries(kept) as Partial<Event>;
}

function differences<Event extends SeriesEvent>(before: Event, after: Event): Partial<Event> {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Event]),
  );
  return Object.fromEntries(changed) as Partial<Event>;
}

function sortedDays(days: readonly string[]): string[] {
  return [...new Set(days)].sort();
}
