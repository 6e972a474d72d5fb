import type { CalendarEvent } from '#contract/calendar.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Session } from '#contract/session.ts';
import type { Timecard } from '#contract/timecard.ts';
import { EXCEPTION_LABELS, WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { resultWords } from '#domain/notes/goal-accuracy.ts';
import {
  type GoalResult,
  PROMPT_LABELS,
  type PromptLevel,
  SOAP_PART_LABELS,
} from '#domain/notes/soap-note.ts';
import { ATTENDANCE_LABELS, MODALITY_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import {
  type FamilyLanguage,
  LANGUAGE_LABELS,
  RELATIONSHIP_LABELS,
  type Relationship,
} from '#domain/students/student-file.ts';
import { displayDay, displayTime, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import type { Question } from '#sync/conflict.ts';
import { classOf, type Matter, mattersOf } from '#sync/merge-fields.ts';

type Values = Record<string, unknown>;

/** What this device knows by id, as people call it. */
export interface Names {
  students: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
  locations: ReadonlyMap<string, string>;
  providers: ReadonlyMap<string, string>;
  /** Day and time of sessions. */
  sessions: ReadonlyMap<string, string>;
}

/** A matter of a question in words: what it was, mine, theirs. */
export interface ShownMatter {
  name: string;
  label: string;
  base: string;
  mine: string;
  theirs: string;
  /** A text that keeps both; nothing where the matter is no text. */
  suggestion: string | null;
  isText: boolean;
}

const LABELS: Readonly<Record<string, string>> = {
  student_ids: 'Students',
  student: 'Student',
  service: 'Service',
  service_list: 'Services',
  location: 'Location',
  session_date: 'Date',
  time: 'Time',
  repetition: 'Repeats',
  scheduled_minutes: 'Scheduled duration',
  duration: 'Duration',
  setting: 'Setting',
  modality: 'Modality',
  attendance: 'Attendance',
  reason: 'Reason for the attendance',
  duration_reason: 'Reason for the changed duration',
  notes: 'Notes',
  meeting_notes: 'Notes',
  calendar_event_id: 'Calendar event',
  make_up_of: 'Make-up of',
  lunch_start_time: 'Start of the break',
  lunch_duration: 'Duration',
  lunch_end_time: 'End of the break',
  started_at: 'Start of the day',
  ended_at: 'End of the day',
  breaks: 'Breaks',
  waiver_type: 'Waiver',
  exception_reason: 'Exception',
  event_color: 'Colour',
  event_title: 'Title',
  remind_me: 'Reminder',
  is_lunch: 'Lunch break',
  invites: 'Invited staff',
  ...SOAP_PART_LABELS,
  cpt_codes: 'Procedures (CPT)',
  dx_codes: 'Diagnoses (DX)',
  trials: 'Trials',
  prompt_level: 'Prompt level',
  comment: 'Comment',
  first_name: 'First name',
  last_name: 'Last name',
  relationship: 'Relationship',
  email: 'Email',
  phone: 'Phone',
  language: 'Language',
  is_primary: 'Call first',
  note_date: 'Date',
  note: 'Note',
  goal_text: 'Goal',
  goal_option: 'Entry of the bank',
  baseline: 'Baseline',
  target: 'Target',
  criterion: 'Criterion',
  start_date: 'Start date',
  target_date: 'Target date',
  archived: 'Archived',
};

/** "event_color" of a newer version of the app is at least readable. */
function labelOf(name: string): string {
  return LABELS[name] ?? name.replaceAll('_', ' ');
}

/** Who came first, and with what: oneself too, on another device. */
interface Told {
  /** The head of the question. */
  title: string;
  /** "Changed by Dana Ruiz, 03/10/2026 10:42 AM"; nothing where the office did not tell. */
  who: string | null;
}

/**
 * What is said of the other side of a question. Pure.
 *
 * @param self the person who is asked
 */
export function toldOf({ write, conflict }: Question, self: string): Told {
  const { kind, changed } = conflict;
  const isOwn = changed?.by === self;
  const verb = kind === 'deleted-there' ? 'Deleted' : 'Changed';
  const name = isOwn ? 'you on another device' : changed?.by_name;
  return {
    title:
      conflict.is_local === true && kind !== 'closed-there'
        ? 'This changed while you were editing it'
        : titleOf(kind, write.entity, isOwn),
    who: changed === undefined ? null : `${verb} by ${name}, ${pacificDisplay(changed.at)}`,
  };
}

function titleOf(kind: Question['conflict']['kind'], entity: EntityName, isOwn: boolean): string {
  switch (kind) {
    case 'fields':
      return isOwn ? 'You changed this on another device too' : 'Someone else changed this too';
    case 'deleted-there':
      return isOwn ? 'You deleted this on another device' : 'Someone else deleted this';
    case 'changed-there':
      return isOwn
        ? 'You changed on another device what you deleted'
        : 'Someone else changed what you deleted';
    case 'closed-there':
      return `This ${entity === 'soap_note' ? 'note was signed' : 'session was signed off'} in the meantime`;
  }
}

/** What is asked, each matter once. Pure. */
export function shownMatters({ write, conflict }: Question, names: Names): ShownMatter[] {
  const { entity, content } = write;
  const mine = { ...content.base_values, ...(content.body as Values | null) };
  const theirs = { ...mine };
  for (const { field, theirs: value } of conflict.fields) theirs[field] = value;
  return mattersOf(
    entity,
    conflict.fields.map(({ field }) => field),
  ).map((matter) => {
    const asked = conflict.fields.find(({ field }) => field === matter.name);
    const isText = classOf(entity, matter.name) === 'text';
    const wordsOf = (values: Values) => matterWords(entity, matter, values, names);
    return {
      name: matter.name,
      label: labelOf(matter.name),
      base: wordsOf(content.base_values),
      mine: wordsOf(mine),
      theirs: wordsOf(theirs),
      suggestion: isText ? (asked?.suggestion ?? bothTexts(asked?.mine, asked?.theirs)) : null,
      isText,
    };
  });
}

function bothTexts(mine: unknown, theirs: unknown): string {
  return [mine, theirs].filter((text) => typeof text === 'string' && text !== '').join('\n\n');
}

function matterWords(entity: EntityName, { name, fields }: Matter, values: Values, names: Names): string {
  if (fields.length > 1) {
    if (name === 'trials') return resultWords(values as Pick<GoalResult, 'trials' | 'correct'>) ?? NOTHING;
    if (name === 'repetition') return repetitionWords(values as Partial<CalendarEvent>);
    return entity === 'session'
      ? sessionTimeWords(values as Partial<Session>)
      : eventTimeWords(values as Partial<CalendarEvent>);
  }
  return valueWords(name, values[name], names);
}

function sessionTimeWords(session: Partial<Session>): string {
  const { start_time, end_time, actual_minutes, direct_minutes, indirect_minutes } = session;
  const parts = [
    [start_time, end_time].map((time) => (time === undefined ? '?' : displayTime(time))).join(' – '),
    actual_minutes === undefined ? '' : minutesWords(actual_minutes),
    indirect_minutes === undefined || indirect_minutes === 0
      ? ''
      : `${direct_minutes ?? '?'} direct and ${indirect_minutes} indirect`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function eventTimeWords(event: Partial<CalendarEvent>): string {
  const point = (day?: string, time?: string) =>
    [day && displayDay(day), time && displayTime(time)].filter(Boolean).join(' ');
  const start = point(event.event_start_date, event.event_start_time);
  const isOneDay = event.event_start_date === event.event_end_date;
  return `${start} – ${point(isOneDay ? undefined : event.event_end_date, event.event_end_time)}`;
}

function repetitionWords({ recurring, recurring_type, recurring_timeframe }: Partial<CalendarEvent>): string {
  if (recurring !== true) return 'Does not repeat';
  return [recurring_type, recurring_timeframe].filter(Boolean).join(', ') || 'Repeats';
}

/** "1 minute" */
export function minutesWords(minutes: unknown): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

const NOTHING = 'None';

/** How a field is said; what is not here is a text or says itself. */
const WORDS: Readonly<Record<string, (value: never, names: Names) => string>> = {
  student_ids: (ids: string[], { students }) => listed(ids, students, 'a student who is not on this device'),
  student: (id: string, { students }) => listed([id], students, 'a student who is not on this device'),
  service: (id: string, { services }) => listed([id], services, 'an unknown service'),
  service_list: (ids: string[], { services }) => listed(ids, services, 'an unknown service'),
  location: (id: string, { locations }) => listed([id], locations, 'a former location'),
  invites: (ids: string[], { providers }) => listed(ids, providers, 'somebody who is not on this device'),
  make_up_of: (id: string, { sessions }) => listed([id], sessions, 'a session that is not on this device'),
  session_date: displayDay,
  note_date: displayDay,
  start_date: displayDay,
  target_date: displayDay,
  relationship: (value: Relationship) => RELATIONSHIP_LABELS[value],
  language: (value: FamilyLanguage) => LANGUAGE_LABELS[value],
  goal_option: () => 'Linked',
  scheduled_minutes: minutesWords,
  lunch_duration: minutesWords,
  lunch_start_time: pacificDisplay,
  lunch_end_time: pacificDisplay,
  started_at: pacificDisplay,
  ended_at: pacificDisplay,
  breaks: (breaks: Timecard['breaks']) => breaks.map(breakWords).join(', ') || NOTHING,
  setting: (value: Session['setting']) => SETTING_LABELS[value],
  modality: (value: Session['modality']) => MODALITY_LABELS[value],
  attendance: (value: Session['attendance']) => ATTENDANCE_LABELS[value],
  waiver_type: (value: LunchBreak['waiver_type']) => WAIVER_LABELS[value],
  exception_reason: (value: LunchBreak['exception_reason']) => EXCEPTION_LABELS[value],
  calendar_event_id: () => 'Linked',
  cpt_codes: (codes: string[]) => codes.join(', ') || NOTHING,
  dx_codes: (codes: string[]) => codes.join(', ') || NOTHING,
  prompt_level: (value: PromptLevel) => PROMPT_LABELS[value],
};

function breakWords({ kind, started_at, ended_at }: Timecard['breaks'][number]): string {
  const end = ended_at === null ? 'no end yet' : displayTime(pacificTime(ended_at));
  return `${kind === 'lunch' ? 'lunch' : 'pause'} ${displayTime(pacificTime(started_at))} – ${end}`;
}

function listed(ids: readonly string[], names: ReadonlyMap<string, string>, unknown: string): string {
  return ids.map((id) => names.get(id) ?? unknown).join(', ') || NOTHING;
}

/** Codes of a newer version of the app are shown as they are. */
function valueWords(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined) return NOTHING;
  const said = WORDS[field]?.(value as never, names);
  if (said !== undefined) return said;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === '') return 'Empty';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
