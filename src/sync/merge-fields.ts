import type { CalendarEvent, CalendarEventChanges } from '#contract/calendar.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { LunchBreak, LunchChanges } from '#contract/lunch.ts';
import type { Session, SessionChanges } from '#contract/session.ts';
import type { Timecard, TimecardChanges } from '#contract/timecard.ts';
import type { Timesheet, TimesheetDecision } from '#contract/timesheet.ts';
import { MERGE_CLASSES } from '#entities/declared.ts';
import type { Merge } from '#entities/define-entity.ts';

/** `server`: the server's rules set it; its value is taken. */
export type FieldClass = Merge | 'server';

/** Every field of the wire shape. What no call may write is the server's. */
type FieldClasses<Row, Changes> = {
  readonly [Field in Exclude<keyof Row, 'id' | 'version'>]: Field extends keyof Changes
    ? Exclude<FieldClass, 'server'>
    : 'server';
};

const session: FieldClasses<Session, SessionChanges> = {
  student_ids: 'ask',
  service: 'ask',
  location: 'last-wins',
  session_date: 'ask',
  start_time: 'ask',
  end_time: 'ask',
  time_zone: 'ask',
  scheduled_minutes: 'ask',
  actual_minutes: 'ask',
  direct_minutes: 'ask',
  indirect_minutes: 'ask',
  setting: 'ask',
  modality: 'ask',
  attendance: 'ask',
  reason: 'ask',
  duration_reason: 'ask',
  notes: 'text',
  // The app's own link: nobody can choose between two ids.
  calendar_event_id: 'last-wins',
  make_up_of: 'ask',
  provider: 'server',
  client: 'server',
  state: 'server',
  changeDuration: 'server',
  approval_request: 'server',
  requests: 'server',
  late_for_payroll: 'server',
  late_for_client: 'server',
  has_overlap: 'server',
  is_possible_duplicate: 'server',
  captured_by: 'server',
  captured_at: 'server',
  received_at: 'server',
};

const lunch: FieldClasses<LunchBreak, LunchChanges> = {
  lunch_start_time: 'ask',
  lunch_duration: 'ask',
  lunch_end_time: 'ask',
  waiver_type: 'ask',
  exception_reason: 'ask',
  calendar_event_id: 'last-wins',
  notes: 'text',
  provider: 'server',
  source: 'server',
  acknowledgment_note: 'server',
  acknowledged_by: 'server',
  acknowledged_at: 'server',
  captured_by: 'server',
  captured_at: 'server',
  received_at: 'server',
};

const calendar_event: FieldClasses<CalendarEvent, CalendarEventChanges> = {
  student: 'ask',
  event_start_date: 'ask',
  event_start_time: 'ask',
  event_end_date: 'ask',
  event_end_time: 'ask',
  duration: 'ask',
  recurring: 'ask',
  recurring_type: 'ask',
  recurring_timeframe: 'ask',
  recurring_days: 'ask',
  excluded_dates: 'set',
  location: 'last-wins',
  meeting_notes: 'text',
  event_color: 'last-wins',
  event_title: 'last-wins',
  remind_me: 'last-wins',
  is_lunch: 'ask',
  service: 'ask',
  service_list: 'set',
  invites: 'set',
  provider: 'server',
  original_id: 'server',
  original_date: 'server',
};

/** Of corrections; punches are judged by the card as it is, and never merged. */
const timecard: FieldClasses<Timecard, TimecardChanges> = {
  started_at: 'ask',
  ended_at: 'ask',
  breaks: 'ask',
  provider: 'server',
  work_date: 'server',
  corrections: 'server',
  captured_by: 'server',
  captured_at: 'server',
  received_at: 'server',
};

/** A decision is judged by the timesheet as it is; beside it only its note is written. */
const timesheet: FieldClasses<Timesheet, TimesheetDecision> = {
  notes: 'last-wins',
  provider_id: 'server',
  period_start_date: 'server',
  period_end_date: 'server',
  revision: 'server',
  status: 'server',
  attestation_version: 'server',
  attestation_text: 'server',
  manifest: 'server',
  waiting_for: 'server',
  totals: 'server',
  recommended_by: 'server',
  recommended_at: 'server',
  decided_by: 'server',
  decided_at: 'server',
  steps: 'server',
  captured_by: 'server',
  captured_at: 'server',
  received_at: 'server',
};

const CLASSES: Partial<Record<EntityName, Readonly<Record<string, FieldClass>>>> = {
  session,
  lunch,
  calendar_event,
  timecard,
  timesheet,
  ...MERGE_CLASSES,
};

/** Fields that are right only together: half of one side's and half of the other's would fit no clock. */
const BUNDLES: Partial<Record<EntityName, Readonly<Record<string, readonly string[]>>>> = {
  session: {
    time: ['start_time', 'end_time', 'time_zone', 'actual_minutes', 'direct_minutes', 'indirect_minutes'],
  },
  goal_entry: { trials: ['trials', 'correct'] },
  calendar_event: {
    time: ['event_start_date', 'event_start_time', 'event_end_date', 'event_end_time', 'duration'],
    repetition: ['recurring', 'recurring_type', 'recurring_timeframe', 'recurring_days'],
  },
};

/** A field that this version does not know is asked about. */
export function classOf(entity: EntityName, field: string): FieldClass {
  const classes = CLASSES[entity] ?? {};
  return Object.hasOwn(classes, field) ? (classes[field] as FieldClass) : 'ask';
}

/** What is decided as one: a field, or a bundle of fields under its own name. */
export interface Matter {
  name: string;
  fields: readonly string[];
}

export function matterOf(entity: EntityName, field: string): Matter {
  const bundle = Object.entries(BUNDLES[entity] ?? {}).find(([, fields]) => fields.includes(field));
  return bundle === undefined ? { name: field, fields: [field] } : { name: bundle[0], fields: bundle[1] };
}

/** What some fields are about, each matter once, in the order of the fields. */
export function mattersOf(entity: EntityName, fields: readonly string[]): Matter[] {
  const matters = new Map(
    fields.map((field) => matterOf(entity, field)).map((matter) => [matter.name, matter]),
  );
  return [...matters.values()];
}

/** The fields and those that stand and fall with them: what a merge has to know of the base. */
export function withPartners(entity: EntityName, fields: readonly string[]): string[] {
  return mattersOf(entity, fields).flatMap((matter) => matter.fields);
}

/** The fields of an entity that people change. */
export function writableFields(entity: EntityName): string[] {
  return Object.entries(CLASSES[entity] ?? {}).flatMap(([field, kind]) => (kind === 'server' ? [] : [field]));
}

export function picked(row: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
