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
] as const;

export type EntityName = (typeof ENTITY_NAMES)[number];
