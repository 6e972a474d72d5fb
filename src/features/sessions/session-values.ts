import type { CalendarEvent } from '#contract/calendar.ts';
import type { Session } from '#contract/session.ts';
import type { Student } from '#contract/student.ts';
import type { Attendance, SessionSetting } from '#domain/sessions/session.ts';
import { type FieldProblems, sessionEnd } from '#domain/sessions/session-rules.ts';
import { shortName } from '#domain/students/student-name.ts';
import { minutesOfDay, PACIFIC_ZONE, timePlusMinutes } from '#domain/time/pacific.ts';
import type { SessionFields } from './record-session.ts';

/** What the form holds. An empty number field is null, an unchosen one the empty string. */
export interface SessionValues {
  provider: string;
  student_ids: string[];
  service: string;
  session_date: string;
  start_time: string;
  scheduled_minutes: number | null;
  actual_minutes: number | null;
  indirect_minutes: number | null;
  location: string;
  setting: SessionSetting;
  modality: Session['modality'];
  attendance: Attendance;
  reason: string;
  duration_reason: string;
  notes: string;
  calendar_event_id: string | null;
  make_up_of: string;
}

/**
 * The contract's fields of what the form holds: the end follows from start and
 * duration, and what is not indirect is direct. An empty number is no number
 * (`NaN`), which the contract refuses in its own words.
 */
export function fieldsOfValues(values: SessionValues): SessionFields {
  const actual = values.actual_minutes ?? Number.NaN;
  const indirect = values.setting === 'indirect' ? actual : (values.indirect_minutes ?? Number.NaN);
  const isChanged = values.scheduled_minutes !== values.actual_minutes;
  return {
    provider: values.provider,
    student_ids: values.student_ids,
    service: values.service,
    location: values.location === '' ? null : values.location,
    session_date: values.session_date,
    start_time: values.start_time,
    end_time: Number.isNaN(actual) || values.start_time === '' ? '' : sessionEnd(values.start_time, actual),
    time_zone: PACIFIC_ZONE,
    scheduled_minutes: values.scheduled_minutes ?? Number.NaN,
    actual_minutes: actual,
    direct_minutes: actual - indirect,
    indirect_minutes: indirect,
    setting: values.setting,
    modality: values.modality,
    attendance: values.attendance,
    reason: values.reason,
    // What is hidden is not sent: a reason for a change that was taken back.
    duration_reason: isChanged ? values.duration_reason : '',
    notes: values.notes,
    calendar_event_id: values.calendar_event_id,
    make_up_of: values.make_up_of === '' || values.attendance !== 'make-up' ? null : values.make_up_of,
  };
}

export function valuesOfSession(session: Session): SessionValues {
  return {
    provider: session.provider,
    student_ids: [...session.student_ids],
    service: session.service,
    session_date: session.session_date,
    start_time: session.start_time,
    scheduled_minutes: session.scheduled_minutes,
    actual_minutes: session.actual_minutes,
    indirect_minutes: session.indirect_minutes,
    location: session.location ?? '',
    setting: session.setting,
    modality: session.modality,
    attendance: session.attendance,
    reason: session.reason,
    duration_reason: session.duration_reason,
    notes: session.notes,
    calendar_event_id: session.calendar_event_id,
    make_up_of: session.make_up_of ?? '',
  };
}

/** Fields that the form shows under another one. */
const SHOWN_AT: Record<string, keyof SessionValues> = {
  end_time: 'start_time',
  direct_minutes: 'indirect_minutes',
  time_zone: 'start_time',
};

/** Fields that are reckoned from the duration. */
const RECKONED = new Set(['direct_minutes', 'end_time', 'duration_reason']);

/** In the form's own words where the contract's are for machines. */
const WORDS: Partial<Record<keyof SessionValues, string>> = {
  service: 'Choose a service.',
  provider: 'Choose a provider.',
  session_date: 'Enter a date.',
  start_time: 'Enter a start time.',
};

/**
 * Problems by the form's fields. An empty field says what to enter, whatever
 * follows from its emptiness.
 */
export function problemsByValue(
  problems: FieldProblems,
  values: SessionValues,
): Partial<Record<keyof SessionValues, string>> {
  const shown: Partial<Record<keyof SessionValues, string>> = {};
  for (const [field, words] of Object.entries(problems)) {
    const name = SHOWN_AT[field] ?? (field as keyof SessionValues);
    if (!(name in values)) continue;
    // What is reckoned from an empty field is not the problem.
    if (RECKONED.has(field) && hasNoMinutes(values, problems)) continue;
    if (field === 'direct_minutes') shown[name] = 'Enter no more than the duration.';
    else if (values[name] === '') shown[name] = WORDS[name] ?? words;
    else if (values[name] === null) shown[name] = 'Enter the minutes.';
    else shown[name] ??= words;
  }
  return shown;
}

function hasNoMinutes(
  { actual_minutes, scheduled_minutes }: SessionValues,
  problems: FieldProblems,
): boolean {
  return actual_minutes === null || scheduled_minutes === null || 'actual_minutes' in problems;
}

interface Beginning {
  provider: string;
  /** The Pacific day that is open on the screen. */
  day: string;
  today: string;
  /** Pacific wall time now. */
  now: string;
}

/** Before this nobody has a session behind them. */
const FIRST_START = '07:00';

/** A form without a plan behind it: on today it ends about now, on another day it starts in the morning. */
export function emptyValues({ provider, day, today, now }: Beginning): SessionValues {
  const began = timePlusMinutes('00:00', Math.max(0, Math.floor((minutesOfDay(now) - 30) / 5) * 5));
  return {
    provider,
    student_ids: [],
    service: '',
    session_date: day,
    start_time: day === today && began >= FIRST_START ? began : '09:00',
    scheduled_minutes: 30,
    actual_minutes: 30,
    indirect_minutes: 0,
    location: '',
    setting: 'individual',
    modality: 'in_person',
    attendance: 'delivered',
    reason: '',
    duration_reason: '',
    notes: '',
    calendar_event_id: null,
    make_up_of: '',
  };
}

/** The form for a planned session: everything that the plan knows is filled in. */
export function valuesOfEvent(
  event: CalendarEvent,
  students: readonly Student[],
  beginning: Beginning,
): SessionValues {
  const planned = event.student === null ? studentsNamedIn(event.event_title, students) : [event.student];
  const [first] = planned;
  const school = students.find(({ id }) => id === first)?.location ?? null;
  return {
    ...emptyValues(beginning),
    provider: event.provider,
    student_ids: planned,
    service: event.service ?? '',
    session_date: event.event_start_date,
    start_time: event.event_start_time,
    scheduled_minutes: event.duration,
    actual_minutes: event.duration,
    location: event.location ?? school ?? '',
    setting: planned.length > 1 ? 'group' : planned.length === 0 ? 'indirect' : 'individual',
    calendar_event_id: event.id,
  };
}

/**
 * Students whom a title lists as "Maya R., Leo S.": an event names one student at
 * most, a group stands in its title alone. A name that two students share names nobody.
 */
export function studentsNamedIn(title: string, students: readonly Student[]): string[] {
  const names = title.slice(title.indexOf('–') + 1).split(',');
  return names.flatMap((name) => {
    const bearers = students.filter((student) => shortName(student) === name.trim());
    return bearers.length === 1 && bearers[0] !== undefined ? [bearers[0].id] : [];
  });
}
