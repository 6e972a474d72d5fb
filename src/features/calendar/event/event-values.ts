import type { CalendarEvent } from '#contract/calendar.ts';
import type { LocalOccurrence } from '#db/calendar-events.ts';
import { durationsOf } from '#domain/calendar/event-rules.ts';
import { countOf, endDateOf } from '#domain/calendar/series-days.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { wallAfter } from '#domain/time/clock-change.ts';
import { dayPlus, minutesOfDay, timePlusMinutes } from '#domain/time/pacific.ts';
import type { EntityForm } from '#screens/form/entity-form.ts';
import type { EventFields } from './record-event.ts';

/** The form's values. An empty number is null, an unchosen option the empty string. */
export interface EventValues {
  provider: string;
  event_title: string;
  student: string;
  service: string;
  service_list: string[];
  location: string;
  event_start_date: string;
  event_start_time: string;
  event_end_date: string;
  event_end_time: string;
  duration: number | null;
  recurring_type: CalendarEvent['recurring_type'];
  recurring_days: number[];
  ends: 'year' | 'date' | 'count';
  until: string;
  count: number | null;
  event_color: CalendarEvent['event_color'];
  meeting_notes: string;
  remind_me: boolean;
  invites: string[];
}

export type EventEntityForm = EntityForm<'calendar_event', EventValues, LocalOccurrence>;

/**
 * The values as the contract's fields. An event about a student needs no title.
 * @param nameOf the name of an event without a title
 */
export function fieldsOfValues(values: EventValues, nameOf: (values: EventValues) => string): EventFields {
  const recurs = values.recurring_type !== '';
  const hasDays = values.recurring_type === 'weekly' || values.recurring_type === 'biweekly';
  return {
    provider: values.provider,
    event_title: values.event_title.trim() === '' ? nameOf(values) : values.event_title.trim(),
    student: values.student === '' ? null : values.student,
    service: values.service === '' ? null : values.service,
    service_list: values.service_list,
    location: values.location === '' ? null : values.location,
    event_start_date: values.event_start_date,
    event_start_time: values.event_start_time,
    event_end_date: values.event_end_date,
    event_end_time: values.event_end_time,
    duration: values.duration ?? Number.NaN,
    recurring: recurs,
    recurring_type: values.recurring_type,
    recurring_days: hasDays ? [...values.recurring_days].sort((a, b) => a - b) : [],
    recurring_timeframe: recurs ? timeframeOf(values) : '',
    event_color: values.event_color,
    meeting_notes: values.meeting_notes,
    remind_me: values.remind_me,
    is_lunch: false,
    invites: values.invites,
  };
}

function timeframeOf({ ends, until, count }: EventValues): string {
  if (ends === 'date') return until;
  return ends === 'count' ? String(count ?? '') : '';
}

/** The fields that differ; lists are compared by content. */
export function touchedFields(before: EventFields, after: EventFields): Partial<EventFields> {
  const touched = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(before[name as keyof EventFields]) !== JSON.stringify(value),
  );
  return Object.fromEntries(touched);
}

const REPETITION = ['recurring', 'recurring_type', 'recurring_days', 'recurring_timeframe'];

/** Whether a change affects the recurrence, and so more than one occurrence. */
export function touchesRepetition(touched: Partial<EventFields>): boolean {
  return REPETITION.some((name) => name in touched);
}

/** The form's values for an occurrence; its recurrence belongs to the series. */
export function valuesOfOccurrence({ event, series }: LocalOccurrence): EventValues {
  const pattern = series ?? event;
  const until = endDateOf(pattern.recurring_timeframe);
  const count = countOf(pattern.recurring_timeframe);
  return {
    provider: event.provider,
    event_title: event.event_title,
    student: event.student ?? '',
    service: event.service ?? '',
    service_list: [...event.service_list],
    location: event.location ?? '',
    event_start_date: event.event_start_date,
    event_start_time: event.event_start_time,
    event_end_date: event.event_end_date,
    event_end_time: event.event_end_time,
    duration: event.duration,
    recurring_type: pattern.recurring_type,
    recurring_days: [...pattern.recurring_days],
    ends: until !== null ? 'date' : count !== null ? 'count' : 'year',
    until: until ?? '',
    count,
    event_color: event.event_color,
    meeting_notes: event.meeting_notes,
    remind_me: event.remind_me,
    invites: [...event.invites],
  };
}

const USUAL_MINUTES = 30;

export function newEventValues(provider: string, day: string, time: string): EventValues {
  const start = { event_start_date: day, event_start_time: time };
  return {
    provider,
    event_title: '',
    student: '',
    service: '',
    service_list: [],
    location: '',
    ...start,
    ...endAfter(start, USUAL_MINUTES, false),
    duration: USUAL_MINUTES,
    recurring_type: '',
    recurring_days: [],
    ends: 'year',
    until: '',
    count: null,
    event_color: 'blue',
    meeting_notes: '',
    remind_me: false,
    invites: [],
  };
}

type Start = Pick<EventValues, 'event_start_date' | 'event_start_time'>;

/** The end of an event with this start and duration: real minutes later; for a series, by the wall clock. */
function endAfter(start: Start, minutes: number, recurring: boolean) {
  if (!recurring) {
    const { day, time } = wallAfter({ day: start.event_start_date, time: start.event_start_time }, minutes);
    return { event_end_date: day, event_end_time: time };
  }
  const total = minutesOfDay(start.event_start_time) + minutes;
  return {
    event_end_date: dayPlus(start.event_start_date, Math.floor(total / 1_440)),
    event_end_time: timePlusMinutes(start.event_start_time, minutes),
  };
}

/**
 * Updates dependent times: the end keeps its distance when start or duration changes, the duration follows
 * the end.
 */
export function withTimesInStep(values: EventValues, changed: Partial<EventValues>): Partial<EventValues> {
  const next = { ...values, ...changed };
  const recurring = next.recurring_type !== '';
  const isWhole = [next.event_start_date, next.event_start_time].every((part) => part !== '');
  if (!isWhole) return changed;
  if ('event_end_date' in changed || 'event_end_time' in changed) {
    if (next.event_end_date === '' || next.event_end_time === '') return changed;
    const [duration] = durationsOf({ ...next, recurring });
    return { ...changed, duration: duration > 0 ? duration : null };
  }
  if (next.duration === null || !Number.isInteger(next.duration)) return changed;
  return { ...changed, ...endAfter(next, next.duration, recurring) };
}

const WORDS: Partial<Record<keyof EventValues, string>> = {
  provider: 'Choose a provider.',
  event_start_date: 'Enter a date.',
  event_start_time: 'Enter a start time.',
  event_end_date: 'Enter a date.',
  event_end_time: 'Enter an end time.',
};

/** Errors by the form's fields; an empty field says what to enter. */
export function problemsByValue(
  problems: FieldErrors,
  values: EventValues,
): Partial<Record<keyof EventValues, string>> {
  const { recurring_timeframe, recurring, ...rest } = problems;
  const shown: Partial<Record<keyof EventValues, string>> = {};
  for (const [field, words] of Object.entries(rest)) {
    const name = field as keyof EventValues;
    if (name in values) shown[name] = values[name] === '' ? (WORDS[name] ?? words) : words;
  }
  if (recurring !== undefined) shown.recurring_type = recurring;
  if (recurring_timeframe !== undefined)
    shown[values.ends === 'count' ? 'count' : 'until'] = recurring_timeframe;
  if (values.recurring_type !== '' && values.ends === 'date' && values.until === '')
    shown.until = 'Enter a date.';
  if (values.recurring_type !== '' && values.ends === 'count' && !values.count) {
    shown.count = 'Enter a number from 1 to 300.';
  }
  if (values.duration === null && shown.event_end_time === undefined && shown.event_end_date === undefined) {
    if (values.event_start_time !== '' && values.event_start_date !== '')
      shown.duration = 'Enter the minutes.';
  }
  if (values.duration === null && shown.event_end_time !== undefined) delete shown.duration;
  if (values.event_title.trim() === '' && values.student === '')
    shown.event_title = 'Enter a title, or choose a student.';
  else delete shown.event_title;
  return shown;
}
