import type { CalendarEventBody } from '#contract/calendar.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { GoalBody } from '#contract/goal.ts';
import type { LunchBody } from '#contract/lunch.ts';
import type { ParentBody } from '#contract/parent.ts';
import type { SessionAsk, SessionBody } from '#contract/session.ts';
import type { GoalEntryBody, SoapNoteBody } from '#contract/soap-note.ts';
import type { StudentNoteBody } from '#contract/student-note.ts';
import type { StartLunchBody, TimecardBody, TimecardChanges } from '#contract/timecard.ts';
import type { TimesheetBody, TimesheetDecision } from '#contract/timesheet.ts';
import { EXCEPTION_LABELS, WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { PROMPT_LABELS, SOAP_PART_LABELS } from '#domain/notes/soap-note.ts';
import { ATTENDANCE_LABELS, MODALITY_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { LANGUAGE_LABELS, RELATIONSHIP_LABELS } from '#domain/students/student-file.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay, displayTime, pacificDisplay } from '#domain/time/pacific.ts';
import { STATUS_LABELS } from '#domain/timesheets/timesheet.ts';

/** Names by id, as far as the reader may know them. */
export interface KnownNames {
  students: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
  locations: ReadonlyMap<string, string>;
  providers: ReadonlyMap<string, string>;
}

/** A value in words. What it is given was checked by nobody. */
type Show = (value: unknown, names: KnownNames) => string;

interface FieldWords {
  label: string;
  show: Show;
}

/** As it stands; for what has no words of its own. */
const plain: Show = (value) => {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
};
const matching =
  (pattern: RegExp, words: (text: string) => string): Show =>
  (value, names) =>
    typeof value === 'string' && pattern.test(value) ? words(value) : plain(value, names);

const day = matching(/^\d{4}-\d{2}-\d{2}$/, displayDay);
const time = matching(/^\d{2}:\d{2}$/, displayTime);
const instant: Show = (value, names) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? `${pacificDisplay(value)} Pacific`
    : plain(value, names);
const minutes: Show = (value, names) => {
  if (typeof value !== 'number') return plain(value, names);
  return value === 1 ? '1 minute' : `${value} minutes`;
};
const coded =
  (labels: Readonly<Record<string, string>>): Show =>
  (value, names) =>
    (typeof value === 'string' && Object.hasOwn(labels, value) ? labels[value] : undefined) ??
    plain(value, names);
const named =
  (kind: keyof KnownNames, unknown: string): Show =>
  (value, names) =>
    typeof value === 'string' ? (names[kind].get(value) ?? unknown) : plain(value, names);
const allNamed =
  (kind: keyof KnownNames, unknown: string): Show =>
  (value, names) => {
    if (!Array.isArray(value) || value.length === 0) return 'None';
    return value.map((one) => named(kind, unknown)(one, names)).join(', ');
  };
const weekdays: Show = (value) =>
  Array.isArray(value)
    ? value.map((one) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][Number(one)]).join(', ')
    : '';
const days: Show = (value, names) =>
  Array.isArray(value) ? value.map((one) => day(one, names)).join(', ') : '';
/** Another record, of which only whether there is one can be said. */
const linked: Show = (value) => (value === null || value === undefined ? 'No' : 'Yes');

/** Of a request: which fields it touches. */
const fieldNames: Show = (value) =>
  Object.keys(Object(value) as object)
    .map((name) => fieldLabel('session', name).toLowerCase())
    .join(', ') || 'None';

const provider = { label: 'Provider', show: named('providers', 'A provider unknown here') };
const service = named('services', 'A service unknown here');
const student = { label: 'Student', show: named('students', 'A student unknown here') };
const location = { label: 'Location', show: named('locations', 'A former location') };

const sessionFields: Record<Exclude<keyof SessionBody | keyof SessionAsk, 'id'>, FieldWords> = {
  kind: { label: 'Asks for', show: coded({ edit: 'A change', deletion: 'A deletion' }) },
  changes: { label: 'Fields that change', show: fieldNames },
  student_ids: { label: 'Students', show: allNamed('students', 'a student unknown here') },
  service: { label: 'Service', show: service },
  provider,
  session_date: { label: 'Date', show: day },
  start_time: { label: 'Start time', show: time },
  end_time: { label: 'End time', show: time },
  time_zone: { label: 'Time zone', show: plain },
  scheduled_minutes: { label: 'Scheduled', show: minutes },
  actual_minutes: { label: 'Duration', show: minutes },
  duration_reason: { label: 'Reason for the change', show: plain },
  direct_minutes: { label: 'Direct', show: minutes },
  indirect_minutes: { label: 'Indirect', show: minutes },
  location,
  setting: { label: 'Setting', show: coded(SETTING_LABELS) },
  modality: { label: 'Modality', show: coded(MODALITY_LABELS) },
  attendance: { label: 'Attendance', show: coded(ATTENDANCE_LABELS) },
  reason: { label: 'Reason for the attendance', show: plain },
  notes: { label: 'Notes', show: plain },
  calendar_event_id: { label: 'Planned in the calendar', show: linked },
  make_up_of: { label: 'Makes up for another session', show: linked },
};

const lunchFields: Record<Exclude<keyof LunchBody, 'id'>, FieldWords> = {
  provider,
  lunch_start_time: { label: 'Start', show: instant },
  lunch_duration: { label: 'Duration', show: minutes },
  waiver_type: { label: 'Waiver', show: coded(WAIVER_LABELS) },
  lunch_end_time: { label: 'End', show: instant },
  source: { label: 'Entered by', show: coded({ manual: 'Form', punch: 'Punch' }) },
  exception_reason: { label: 'Reason', show: coded(EXCEPTION_LABELS) },
  calendar_event_id: { label: 'In the calendar', show: linked },
  notes: { label: 'Notes', show: plain },
};

const eventFields: Record<Exclude<keyof CalendarEventBody, 'id'>, FieldWords> = {
  event_title: { label: 'Title', show: plain },
  provider,
  student,
  event_start_date: { label: 'Start date', show: day },
  event_start_time: { label: 'Start time', show: time },
  event_end_date: { label: 'End date', show: day },
  event_end_time: { label: 'End time', show: time },
  duration: { label: 'Duration', show: minutes },
  recurring: { label: 'Repeats', show: plain },
  recurring_type: { label: 'How often', show: plain },
  recurring_timeframe: { label: 'For how long', show: plain },
  recurring_days: { label: 'On weekdays', show: weekdays },
  excluded_dates: { label: 'Days taken out', show: days },
  original_id: { label: 'Part of a series', show: linked },
  original_date: { label: 'In place of', show: day },
  location,
  service: { label: 'Service', show: service },
  service_list: { label: 'Services', show: allNamed('services', 'a service unknown here') },
  invites: { label: 'Invited', show: allNamed('providers', 'somebody unknown here') },
  meeting_notes: { label: 'Notes', show: plain },
  event_color: { label: 'Colour', show: plain },
  remind_me: { label: 'Reminder', show: plain },
  is_lunch: { label: 'Lunch break', show: plain },
};

const breaks: Show = (value, names) =>
  Array.isArray(value)
    ? value
        .map((one: { kind?: unknown; started_at?: unknown; ended_at?: unknown }) => {
          const kind = one.kind === 'pause' ? 'Pause' : 'Lunch';
          return `${kind} ${instant(one.started_at, names)} to ${instant(one.ended_at, names)}`;
        })
        .join(', ')
    : plain(value, names);

const timecardFields: Record<
  Exclude<keyof TimecardBody | keyof TimecardChanges | keyof StartLunchBody, 'id'>,
  FieldWords
> = {
  provider,
  at: { label: 'Punched', show: instant },
  started_at: { label: 'Start of the day', show: instant },
  ended_at: { label: 'End of the day', show: instant },
  breaks: { label: 'Breaks', show: breaks },
  lunch_id: { label: 'Has a lunch entry', show: linked },
  reason: { label: 'Reason', show: plain },
};

const listed: Show = (value, names) =>
  Array.isArray(value) ? value.map((one) => plain(one, names)).join(', ') || 'None' : plain(value, names);
/** A list of which only the length can be said. */
const counted: Show = (value) => (Array.isArray(value) ? String(value.length) : '0');
const paidTime: Show = (value, names) => {
  const { paid_minutes }: { paid_minutes?: unknown } = Object(value);
  return typeof paid_minutes === 'number' ? hoursText(paid_minutes) : plain(value, names);
};

const timesheetFields: Record<Exclude<keyof TimesheetBody | keyof TimesheetDecision, 'id'>, FieldWords> = {
  provider_id: provider,
  period_start_date: { label: 'First day', show: day },
  period_end_date: { label: 'Last day', show: day },
  attestation_version: { label: 'Declared text, version', show: plain },
  manifest: { label: 'Records covered', show: counted },
  totals: { label: 'Paid time', show: paidTime },
  new_status: { label: 'Becomes', show: coded(STATUS_LABELS) },
  notes: { label: 'Notes', show: plain },
};

const soapNoteFields: Record<
  Exclude<keyof SoapNoteBody, 'id'> | 'content_sha256' | 'comment' | 'text',
  FieldWords
> = {
  student: { label: 'Student', show: named('students', 'A student unknown here') },
  note_date: { label: 'Date', show: day },
  service: { label: 'Service', show: service },
  session: { label: 'About a session', show: linked },
  subjective: { label: SOAP_PART_LABELS.subjective, show: plain },
  objective: { label: SOAP_PART_LABELS.objective, show: plain },
  assessment: { label: SOAP_PART_LABELS.assessment, show: plain },
  plan: { label: SOAP_PART_LABELS.plan, show: plain },
  cpt_codes: { label: 'Procedures (CPT)', show: listed },
  dx_codes: { label: 'Diagnoses (DX)', show: listed },
  comment: { label: 'To be put right', show: plain },
  text: { label: 'Amendment', show: plain },
  content_sha256: { label: 'Signs what was seen', show: linked },
};

const goalEntryFields: Record<Exclude<keyof GoalEntryBody, 'id'>, FieldWords> = {
  student: { label: 'Student', show: named('students', 'A student unknown here') },
  soap_note: { label: 'In a SOAP note', show: linked },
  goal: { label: 'About a goal', show: linked },
  pg_num: { label: 'Place in the note', show: plain },
  trials: { label: 'Trials', show: plain },
  correct: { label: 'Correct', show: plain },
  prompt_level: { label: 'Prompt level', show: coded(PROMPT_LABELS) },
  comment: { label: 'Comment', show: plain },
};

const parentFields: Record<Exclude<keyof ParentBody, 'id'>, FieldWords> = {
  student,
  first_name: { label: 'First name', show: plain },
  last_name: { label: 'Last name', show: plain },
  relationship: { label: 'Relationship', show: coded(RELATIONSHIP_LABELS) },
  phone: { label: 'Phone', show: plain },
  email: { label: 'Email', show: plain },
  language: { label: 'Language', show: coded(LANGUAGE_LABELS) },
  is_primary: { label: 'Call first', show: plain },
};

const studentNoteFields: Record<Exclude<keyof StudentNoteBody, 'id'>, FieldWords> = {
  student,
  note_date: { label: 'Date', show: day },
  note: { label: 'Note', show: plain },
};

const goalFields: Record<Exclude<keyof GoalBody, 'id'>, FieldWords> = {
  student,
  goal_text: { label: 'Goal', show: plain },
  service: { label: 'Service', show: service },
  goal_option: { label: 'From the bank', show: linked },
  baseline: { label: 'Baseline', show: plain },
  target: { label: 'Target', show: plain },
  criterion: { label: 'Criterion', show: plain },
  start_date: { label: 'Start date', show: day },
  target_date: { label: 'Target date', show: day },
  archived: { label: 'Archived', show: plain },
};

const FIELDS: Partial<Record<EntityName, Readonly<Record<string, FieldWords>>>> = {
  session: sessionFields,
  lunch: lunchFields,
  calendar_event: eventFields,
  timecard: timecardFields,
  timesheet: timesheetFields,
  soap_note: soapNoteFields,
  goal_entry: goalEntryFields,
  parent: parentFields,
  student_note: studentNoteFields,
  goal: goalFields,
};

/** What a field is called; its own name where nobody gave it one. */
export function fieldLabel(entity: EntityName | null, name: string): string {
  return wordsOf(entity, name)?.label ?? name.replaceAll('_', ' ');
}

export interface ShownField {
  name: string;
  label: string;
  value: string;
  /** What the record on this device says, where the write would change that. */
  now: string | null;
}

/**
 * Every field of a body with its label and its value in words, in the order in
 * which people read them.
 *
 * @param current the record as it is on this device; nothing where it is not here
 */
export function shownFields(
  entity: EntityName | null,
  body: unknown,
  current: object | null,
  names: KnownNames,
): ShownField[] {
  const values = new Map(fieldEntries(body).filter(([name]) => name !== 'id'));
  const before = new Map(fieldEntries(current));
  const known = Object.keys((entity === null ? undefined : FIELDS[entity]) ?? {});
  const order = [...known.filter((name) => values.has(name)), ...values.keys()];
  return [...new Set(order)].map((name) => {
    const show = wordsOf(entity, name)?.show ?? plain;
    const value = show(values.get(name), names);
    const now = before.has(name) ? show(before.get(name), names) : null;
    return { name, label: fieldLabel(entity, name), value, now: now === value ? null : now };
  });
}

/** One value in words; nothing where it is not there. */
export function shownValue(entity: EntityName, row: object, name: string, names: KnownNames): string | null {
  const value = new Map(fieldEntries(row)).get(name);
  return value === undefined ? null : (wordsOf(entity, name)?.show ?? plain)(value, names);
}

function wordsOf(entity: EntityName | null, name: string): FieldWords | undefined {
  const fields = entity === null ? undefined : FIELDS[entity];
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function fieldEntries(body: unknown): [string, unknown][] {
  return typeof body === 'object' && body !== null ? Object.entries(body) : [];
}
