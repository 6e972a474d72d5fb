import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { minutesBetween, skippedTimeProblem } from '#domain/time/clock-change.ts';
import { minutesOfDay } from '#domain/time/pacific.ts';
import { countOf, endDateOf, LONGEST_SERIES, type SeriesPattern, seriesDays } from './series-days.ts';

/** The times of an event: Pacific days and wall times, the minutes between them, and how it recurs. */
export interface EventTimes extends SeriesPattern {
  event_start_time: string;
  event_end_date: string;
  event_end_time: string;
  duration: number;
  recurring: boolean;
  original_id: string | null;
}

/** Validation errors of an event; empty if it may be stored. */
export function eventProblems(event: EventTimes): FieldErrors {
  const problems: FieldErrors = {};
  const skippedStart = skippedTimeProblem(event.event_start_date, event.event_start_time);
  const skippedEnd = skippedTimeProblem(event.event_end_date, event.event_end_time);
  const durations = durationsOf(event);
  if (skippedStart !== null || skippedEnd !== null) {
    if (skippedStart !== null) problems.event_start_time = skippedStart;
    if (skippedEnd !== null) problems.event_end_time = skippedEnd;
  } else if (durations[0] <= 0) {
    problems.event_end_time = 'The end must be after the start.';
  } else if (!durations.includes(event.duration)) {
    problems.duration = "The start, end, and duration don't match.";
  }
  if (event.recurring !== (event.recurring_type !== '')) {
    problems.recurring_type = 'Choose how the event repeats.';
  } else if (event.recurring) {
    Object.assign(problems, seriesProblems(event));
  }
  return problems;
}

function seriesProblems(event: EventTimes): FieldErrors {
  const { recurring_timeframe: timeframe, recurring_days: days } = event;
  const problems: FieldErrors = {};
  if (event.original_id !== null) {
    problems.recurring_type = "One event of a series can't repeat on its own.";
  }
  if (new Set(days).size !== days.length) problems.recurring_days = 'Choose each weekday once.';
  const count = countOf(timeframe);
  if (timeframe !== '' && endDateOf(timeframe) === null && (count === null || count > LONGEST_SERIES)) {
    problems.recurring_timeframe = `Enter an end date, or a number of occurrences up to ${LONGEST_SERIES}.`;
  } else if (seriesDays(event).length === 0) {
    problems.recurring_timeframe = 'The series ends before its first event.';
  }
  return problems;
}

type Planned = SeriesPattern & { recurring: boolean; student: string | null };

/**
 * Whether an event plans something for its student after a day that wasn't planned before.
 * @param before null for a new event
 */
export function plansAfter(day: string, event: Planned, before: Planned | null): boolean {
  if (event.student === null) return false;
  const last = lastStartOf(event);
  return last > day && (before?.student !== event.student || last > lastStartOf(before));
}

function lastStartOf(event: Planned): string {
  return event.recurring ? (seriesDays(event).at(-1) ?? event.event_start_date) : event.event_start_date;
}

/**
 * The durations that match the times of an event, in real minutes: two if its end is a time that occurs twice
 * in the fall. A series counts wall clock minutes, and each occurrence the real ones.
 */
export function durationsOf(event: Span & { recurring: boolean }): [number, ...number[]] {
  if (event.recurring) return [wallMinutes(event)];
  return minutesBetween(
    { day: event.event_start_date, time: event.event_start_time },
    { day: event.event_end_date, time: event.event_end_time },
  );
}

type Span = Pick<EventTimes, 'event_start_date' | 'event_start_time' | 'event_end_date' | 'event_end_time'>;

/** Minutes by the wall clock. */
function wallMinutes(event: Span): number {
  const days = (Date.parse(event.event_end_date) - Date.parse(event.event_start_date)) / 86_400_000;
  return days * 1_440 + minutesOfDay(event.event_end_time) - minutesOfDay(event.event_start_time);
}
