/** The nouns whose rows live on devices. */
export const ENTITY_NAMES = [
  'session',
  'lunch',
  'calendar_event',
  'student',
  'client',
  'provider',
  'service',
  'location',
  'pay_period',
  'timecard',
  'timesheet',
  'school_closure',
  'student_service',
  'parent',
  'student_note',
  'attachment',
  'goal',
  'soap_note',
  'goal_entry',
  'goal_option',
  'plan_option',
  'clinical_code',
] as const;

export type EntityName = (typeof ENTITY_NAMES)[number];
