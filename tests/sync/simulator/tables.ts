import type { EntityName } from '#contract/entity-name.ts';

/** What a provider writes of their own day. */
export const OWN_DAY = {
  session: 'sessions',
  lunch: 'lunch_breaks',
  calendar_event: 'calendar_events',
  timecard: 'timecards',
  timesheet: 'timesheets',
} as const;

/** What people write into the file of a student. */
export const FILED = {
  parent: 'parents',
  student_note: 'student_notes',
  attachment: 'attachments',
  goal: 'goals',
  soap_note: 'soap_notes',
  goal_entry: 'goal_entries',
} as const;

/** What people see of it, and the office alone changes. */
const OF_OFFICE = {
  school_closure: 'school_closures',
  student_service: 'assigned_services',
  goal_option: 'goal_options',
  plan_option: 'plan_options',
  clinical_code: 'clinical_codes',
} as const;

export type OwnDayEntity = keyof typeof OWN_DAY;
export type FiledEntity = keyof typeof FILED;
export type WrittenEntity = OwnDayEntity | FiledEntity;
export type SeenEntity = WrittenEntity | keyof typeof OF_OFFICE | 'student';

/** Tables whose rows a run makes. */
export const TABLES: Record<Exclude<SeenEntity, 'student'>, string> = { ...OWN_DAY, ...FILED, ...OF_OFFICE };

/** What an older copy of the server holds of a run. */
export const COPIED = [
  ...Object.values(TABLES),
  'idempotency_keys',
  'change_index',
  'sync_marks',
  'scope_members',
  'student_services',
  'student_providers',
  'students',
];

export function isFiled(entity: EntityName): entity is FiledEntity {
  return Object.hasOwn(FILED, entity);
}
