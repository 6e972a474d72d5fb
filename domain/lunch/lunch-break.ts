export const WAIVER_TYPES = ['', 'first_meal_6h', 'second_meal_12h', 'standing_6h', 'on_duty'] as const;
/** The empty string means that the meal is not waived. */
export type WaiverType = (typeof WAIVER_TYPES)[number];

/** Without the hours, which the meal policy of a day has. */
export const WAIVER_LABELS: Record<WaiverType, string> = {
  '': 'Not waived',
  first_meal_6h: 'First meal waiver',
  second_meal_12h: 'Second meal waiver',
  standing_6h: 'Standing waiver',
  on_duty: 'On-duty meal',
};

export const EXCEPTION_REASONS = [
  '',
  'chose-not',
  'chose-short',
  'chose-late',
  'not-provided',
  'interrupted',
  'forgot-to-record',
] as const;

export const EXCEPTION_LABELS: Record<(typeof EXCEPTION_REASONS)[number], string> = {
  '': 'None',
  'chose-not': 'Chose not to take one',
  'chose-short': 'Chose a shorter break',
  'chose-late': 'Chose a later break',
  'not-provided': "Wasn't given time",
  interrupted: 'Was interrupted',
  'forgot-to-record': 'Forgot to record it',
};

/** The prefilled duration of a lunch form, and the default where none is given. */
export const DEFAULT_LUNCH_MINUTES = 30;
export const LONGEST_LUNCH_MINUTES = 240;
