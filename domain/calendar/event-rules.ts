import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import { minutesOfDay, pacificInstant } from '#domain/time/pacific.ts';
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

/** Whether an event may be stored as entered. */
export function eventProblems(event: EventTimes): FieldProblems {
  const problems: FieldProblems = {};
  const start = `${event.event_start_date}T${event.event_start_time}`;
  const end = `${event.event_end_date}T${event.event_end_time}`;
  if (end <= start) {
    problems.event_end_time = 'The end must be after the start.';
  } else if (!durationsOf(event).includes(event.duration)) {
    problems.duration = 'Start, end and duration do not fit together.';
  }
  if (event.recurring !== (event.recurring_type !== '')) {
    problems.recurring_type = 'Choose how the event recurs.';
  } else if (event.recurring) {
    Object.assign(problems, seriesProblems(event));
  }
  return problems;
}

function seriesProblems(event: EventTimes): FieldProblems {
  const { recurring_timeframe: timeframe, recurring_days: days } = event;
  const problems: FieldProblems = {};
  if (event.original_id !== null) {
    problems.recurring_type = 'One time of a series cannot recur by itself.';
  }
  if (new Set(days).size !== days.length) problems.recurring_days = 'A weekday is listed twice.';
  const count = countOf(timeframe);
  if (timeframe !== '' && endDateOf(timeframe) === null && (count === null || count > LONGEST_SERIES)) {
    problems.recurring_timeframe = `Enter an end date, or a number of times up to ${LONGEST_SERIES}.`;
  } else if (seriesDays(event).length === 0) {
    problems.recurring_timeframe = 'The series ends before it takes place once.';
  }
  return problems;
}

/** The wall clock's minutes are right for any event; what truly passes is a single night's alone. */
function durationsOf(event: EventTimes): number[] {
  return event.recurring ? [wallMinutes(event)] : [wallMinutes(event), elapsedMinutes(event)];
}

type Span = Pick<EventTimes, 'event_start_date' | 'event_start_time' | 'event_end_date' | 'event_end_time'>;

/** Minutes as the wall clock counts them. */
export function wallMinutes(event: Span): number {
  const days = (Date.parse(event.event_end_date) - Date.parse(event.event_start_date)) / 86_400_000;
  return days * 1_440 + minutesOfDay(event.event_end_time) - minutesOfDay(event.event_start_time);
}

/** Minutes that truly pass: an hour more or less on the nights clocks change. */
function elapsedMinutes(event: Span): number {
  const start = pacificInstant(event.event_start_date, event.event_start_time);
  const end = pacificInstant(event.event_end_date, event.event_end_time);
  return (Date.parse(end) - Date.parse(start)) / 60_000;
}
