import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import { minutesOfDay, pacificInstant } from '#domain/time/pacific.ts';

/** The times of an event: Pacific days and wall times, and the minutes between them. */
export interface EventTimes {
  event_start_date: string;
  event_start_time: string;
  event_end_date: string;
  event_end_time: string;
  duration: number;
  recurring: boolean;
  recurring_type: string;
}

/** Whether an event may be stored as entered. */
export function eventProblems(event: EventTimes): FieldProblems {
  const problems: FieldProblems = {};
  const start = `${event.event_start_date}T${event.event_start_time}`;
  const end = `${event.event_end_date}T${event.event_end_time}`;
  if (end <= start) {
    problems.event_end_time = 'The end must be after the start.';
  } else if (event.duration !== wallMinutes(event) && event.duration !== elapsedMinutes(event)) {
    problems.duration = 'Start, end and duration do not fit together.';
  }
  if (event.recurring !== (event.recurring_type !== '')) {
    problems.recurring_type = 'Choose how the event recurs.';
  }
  return problems;
}

/** Minutes as the wall clock counts them. */
function wallMinutes(event: EventTimes): number {
  const days = (Date.parse(event.event_end_date) - Date.parse(event.event_start_date)) / 86_400_000;
  return days * 1_440 + minutesOfDay(event.event_end_time) - minutesOfDay(event.event_start_time);
}

/** Minutes that truly pass: an hour more or less on the nights clocks change. */
function elapsedMinutes(event: EventTimes): number {
  const start = pacificInstant(event.event_start_date, event.event_start_time);
  const end = pacificInstant(event.event_end_date, event.event_end_time);
  return (Date.parse(end) - Date.parse(start)) / 60_000;
}
