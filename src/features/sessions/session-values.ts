import type { CalendarEvent } from '#contract/calendar.ts';
import type { Problem } from '#contract/errors.ts';
import type { Session } from '#contract/session.ts';
import type { Student } from '#contract/student.ts';
import type { LocalSession } from '#db/sessions.ts';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import type { DayCopy } from '#domain/sessions/copied-session.ts';
import type { Attendance, SessionSetting } from '#domain/sessions/session.ts';
import { type FieldErrors, sessionEnd } from '#domain/sessions/session-rules.ts';
import { shortName } from '#domain/students/student-name.ts';
import { minutesOfDay, PACIFIC_ZONE, timePlusMinutes } from '#domain/time/pacific.ts';
import type { EntityForm } from '#screens/form/entity-form.ts';
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
  /** Why the office is asked for the change; of a session that takes none by itself. */
  ask_reason: string;
}

export type SessionEntityForm = EntityForm<'session', SessionValues, LocalSession>;

/**
 * The contract's fields of what the form holds: the end follows from start and
 * duration, and what is not indirect is direct. An empty number counts as missing
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
    end_time: Number.isNaN(actual) || values.start_time === '' ? '' : sessionEnd(values, actual),
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
    ask_reason: '',
  };
}

/** A session whose event the server doesn't know is saved as one that nothing planned. */
export function withoutRefusedEvent(values: SessionValues, refusal: Problem | null): SessionValues {
  if (refusal?.fields?.calendar_event_id === undefined) return values;
  return { ...values, calendar_event_id: null, scheduled_minutes: values.actual_minutes };
}

/** Fields that the form shows under another one. */
const SHOWN_AT: Record<string, keyof SessionValues> = {
  end_time: 'start_time',
  direct_minutes: 'indirect_minutes',
  time_zone: 'start_time',
};

/** Fields that are calculated from the duration. */
const CALCULATED = new Set(['direct_minutes', 'end_time', 'duration_reason']);

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
  problems: FieldErrors,
  values: SessionValues,
): Partial<Record<keyof SessionValues, string>> {
  const shown: Partial<Record<keyof SessionValues, string>> = {};
  for (const [field, words] of Object.entries(problems)) {
    const name = SHOWN_AT[field] ?? (field as keyof SessionValues);
    if (!(name in values)) continue;
    // What is calculated from an empty field is not the problem.
    if (CALCULATED.has(field) && hasNoMinutes(values, problems)) continue;
    if (field === 'direct_minutes') shown[name] = 'Enter no more than the duration.';
    else if (values[name] === '') shown[name] = WORDS[name] ?? words;
    else if (values[name] === null) shown[name] = 'Enter the minutes.';
    else shown[name] ??= words;
  }
  return shown;
}

function hasNoMinutes({ actual_minutes, scheduled_minutes }: SessionValues, problems: FieldErrors): boolean {
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

/** What a form is prefilled with while no service is chosen. */
export const USUAL_MINUTES = 30;

/** Before this no one has a session behind them. */
const FIRST_START = '07:00';

/** A form without a plan behind it: on today it ends about now, on another day it starts in the morning. */
export function emptyValues({ provider, day, today, now }: Beginning): SessionValues {
  const began = timePlusMinutes(
    '00:00',
    Math.max(0, Math.floor((minutesOfDay(now) - USUAL_MINUTES) / 5) * 5),
  );
  return {
    provider,
    student_ids: [],
    service: '',
    session_date: day,
    start_time: day === today && began >= FIRST_START ? began : '09:00',
    scheduled_minutes: USUAL_MINUTES,
    actual_minutes: USUAL_MINUTES,
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
    ask_reason: '',
  };
}

/** The form for a planned session: everything that the plan knows is filled in. */
export function valuesOfEvent(
  event: CalendarEvent,
  students: readonly Student[],
  beginning: Beginning,
): SessionValues {
  const planned = studentsOfEvent(event, students);
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
    location: placeOfSession(event.location) || placeOfSession(school),
    setting: planned.length > 1 ? 'group' : planned.length === 0 ? 'indirect' : 'individual',
    calendar_event_id: event.id,
  };
}

/** The same as last time, at the time of day of then: only the day and how it went are new. */
export function valuesOfLastTime(last: Session, current: SessionValues): SessionValues {
  return {
    ...current,
    student_ids: [...last.student_ids],
    service: last.service,
    start_time: last.start_time,
    scheduled_minutes: last.scheduled_minutes,
    actual_minutes: last.scheduled_minutes,
    indirect_minutes: last.indirect_minutes <= last.scheduled_minutes ? last.indirect_minutes : 0,
    location: placeOfSession(last.location),
    setting: last.setting,
    modality: last.modality,
  };
}

/** The fields of a session copied to another day as it was scheduled. */
export function fieldsOfCopy({ pattern, calendar_event_id }: DayCopy<Session>, day: string): SessionFields {
  const minutes = pattern.scheduled_minutes;
  const isIndirect = pattern.setting === 'indirect';
  const indirect = isIndirect ? minutes : Math.min(minutes, pattern.indirect_minutes);
  return {
    provider: pattern.provider,
    student_ids: [...pattern.student_ids],
    service: pattern.service,
    location: placeOfSession(pattern.location) || null,
    session_date: day,
    start_time: pattern.start_time,
    end_time: sessionEnd({ session_date: day, start_time: pattern.start_time }, minutes),
    time_zone: PACIFIC_ZONE,
    scheduled_minutes: minutes,
    actual_minutes: minutes,
    direct_minutes: minutes - indirect,
    indirect_minutes: indirect,
    setting: pattern.setting,
    modality: pattern.modality,
    attendance: 'delivered',
    reason: '',
    duration_reason: '',
    notes: '',
    calendar_event_id,
    make_up_of: null,
  };
}

/** A plan or an earlier session may be set in "Break", where no session takes place. */
function placeOfSession(location: string | null): string {
  return location === null || location === LUNCH_LOCATION ? '' : location;
}

/** The form for a make-up: what was missed, for the one student to whom it is owed. */
export function valuesOfMakeUp(
  missed: Session,
  owed: { student: string; minutes: number },
  beginning: Beginning,
): SessionValues {
  return {
    ...emptyValues(beginning),
    provider: missed.provider,
    student_ids: [owed.student],
    service: missed.service,
    scheduled_minutes: owed.minutes,
    actual_minutes: owed.minutes,
    location: placeOfSession(missed.location),
    setting: missed.setting === 'group' ? 'individual' : missed.setting,
    modality: missed.modality,
    attendance: 'make-up',
    make_up_of: missed.id,
  };
}

/** Whom an event is about. */
export function studentsOfEvent(
  event: Pick<CalendarEvent, 'student' | 'event_title'>,
  students: readonly Student[],
): string[] {
  return event.student === null ? studentsNamedIn(event.event_title, students) : [event.student];
}

/**
 * Students whom a title lists as "Maya R., Leo S.": an event names one student at
 * most, a group stands in its title alone. A name that two students share names no one.
 */
export function studentsNamedIn(title: string, students: readonly Student[]): string[] {
  const names = title.slice(title.indexOf('–') + 1).split(',');
  return names.flatMap((name) => {
    const bearers = students.filter((student) => shortName(student) === name.trim());
    return bearers.length === 1 && bearers[0] !== undefined ? [bearers[0].id] : [];
  });
}
