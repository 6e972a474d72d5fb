import { displayDay } from '#domain/time/pacific.ts';
import type { ConditionType } from './condition-types.ts';

export const CONDITION_LABELS: Readonly<Record<ConditionType, string>> = {
  no_show: 'No show',
  late_cancel: 'Late cancel',
  group_split: 'Group split',
  minimum_increment: 'Minimum increment',
  rounding: 'Rounding',
  travel: 'Travel',
  indirect_cap: 'Indirect time cap',
  makeup_window: 'Makeup window',
  authorization_required: 'Authorization required',
  invoice_terms: 'Invoice terms',
};

export const CONDITION_CHOICES = ['each', 'shared', 'up', 'nearest', 'down', 'session', 'month'] as const;
export type ConditionChoice = (typeof CONDITION_CHOICES)[number];

export const CONDITION_CHOICE_LABELS: Readonly<Record<ConditionChoice, string>> = {
  each: 'Full time for each student',
  shared: 'Time shared by the students',
  up: 'Up',
  nearest: 'To the nearest increment',
  down: 'Down',
  session: 'In a session',
  month: 'For a student in a month',
};

/** What was agreed. Which of the fields are given depends on the type. */
export interface ConditionTerms {
  type: ConditionType;
  /** Of the hourly rate. */
  percent: number | null;
  minutes: number | null;
  days: number | null;
  choice: ConditionChoice | null;
  /** The service used to log travel. */
  service: string | null;
}

export interface BillingCondition extends ConditionTerms {
  id: string;
  client: string;
  /** The first Pacific day of service to which it applies. */
  starts_on: string;
  archived: boolean;
}

export type TermField = Exclude<keyof ConditionTerms, 'type'>;
type Need = 'required' | 'optional';

/** The fields of each type, in the order in which they are entered; the others are empty. */
const FIELDS: Readonly<Record<ConditionType, Readonly<Partial<Record<TermField, Need>>>>> = {
  no_show: { percent: 'required', minutes: 'optional' },
  late_cancel: { percent: 'required', minutes: 'optional' },
  group_split: { choice: 'required' },
  minimum_increment: { minutes: 'required' },
  rounding: { choice: 'required' },
  travel: { service: 'required', percent: 'required', minutes: 'optional' },
  indirect_cap: { minutes: 'required', choice: 'required' },
  makeup_window: { days: 'required' },
  authorization_required: {},
  invoice_terms: { days: 'required' },
};

const CHOICES: Readonly<Partial<Record<ConditionType, readonly ConditionChoice[]>>> = {
  group_split: ['each', 'shared'],
  rounding: ['up', 'nearest', 'down'],
  indirect_cap: ['session', 'month'],
};

const MISSING: Readonly<Record<TermField, string>> = {
  percent: 'Enter a percentage from 0 to 100.',
  minutes: 'Enter a number of minutes.',
  days: 'Enter a number of days.',
  choice: 'Choose one.',
  service: 'Choose a service.',
};

/** Whether a type has a field, and needs it. */
export function termNeed(type: ConditionType, field: TermField): Need | null {
  return FIELDS[type][field] ?? null;
}

/** What can be chosen for a type. */
export function choicesOf(type: ConditionType): readonly ConditionChoice[] {
  return CHOICES[type] ?? [];
}

/** Validation errors by field; empty if the terms have what their type needs and nothing else. */
export function conditionProblems(terms: ConditionTerms): Partial<Record<TermField, string>> {
  const problems: Partial<Record<TermField, string>> = {};
  for (const field of Object.keys(MISSING) as TermField[]) {
    const need = termNeed(terms.type, field);
    if (need === 'required' && terms[field] === null) problems[field] = MISSING[field];
    if (need === null && terms[field] !== null) {
      problems[field] = `Leave blank for ${CONDITION_LABELS[terms.type].toLowerCase()}.`;
    }
  }
  const { type, minutes, choice } = terms;
  if (choice !== null && termNeed(type, 'choice') !== null && !choicesOf(type).includes(choice)) {
    problems.choice = 'Choose one of the options.';
  }
  const isStep = type === 'minimum_increment';
  if (isStep && minutes !== null && (minutes < 1 || minutes > 60)) {
    problems.minutes = 'Enter 1 to 60 minutes.';
  }
  const isLimit = termNeed(type, 'minutes') === 'optional';
  if (isLimit && minutes === 0) problems.minutes = 'Enter at least 1 minute, or leave this blank.';
  return problems;
}

/** The condition of a type that applies on a day: of those that aren't archived, the one that began last. */
export function conditionOn<C extends BillingCondition>(
  conditions: readonly C[],
  type: ConditionType,
  day: string,
): C | null {
  let found: C | null = null;
  for (const one of conditions) {
    if (one.type !== type || one.archived || one.starts_on > day) continue;
    if (found === null || one.starts_on >= found.starts_on) found = one;
  }
  return found;
}

/** What applies to a client without a condition of the type. */
export const WITHOUT_CONDITION: Readonly<Record<ConditionType, string>> = {
  no_show: 'Billed in full.',
  late_cancel: 'Billed in full.',
  group_split: 'Each student is billed for the full time.',
  minimum_increment: 'Billed to the minute.',
  rounding: 'Rounded up to the next increment.',
  travel: 'Billed like any other service.',
  indirect_cap: 'All indirect time is billed.',
  makeup_window: 'Makeup sessions are billed no matter how late they are.',
  authorization_required: 'Billed without an authorization.',
  invoice_terms: 'Due when received.',
};

/**
 * The terms as a sentence: "Billed at 50% of the rate, up to 30 minutes."
 * @param serviceName names the service that travel is entered as
 */
export function conditionWords(terms: ConditionTerms, serviceName: (id: string) => string): string {
  const { type, percent, minutes, days, choice, service } = terms;
  const limit = minutes === null ? '' : `, up to ${minutesText(minutes)}`;
  switch (type) {
    case 'no_show':
    case 'late_cancel':
      return percent === 0 ? 'Not billed.' : `Billed at ${percent}% of the rate${limit}.`;
    case 'group_split':
      return choice === 'shared'
        ? 'The students share the time equally.'
        : 'Each student is billed for the full time.';
    case 'minimum_increment':
      return `Billed in increments of ${minutesText(minutes ?? 0)}.`;
    case 'rounding':
      return choice === 'nearest'
        ? 'Rounded to the nearest increment.'
        : `Rounded ${choice} to an increment.`;
    case 'travel': {
      const name = service === null ? 'Travel' : serviceName(service);
      return percent === 0
        ? `${name} isn't billed.`
        : `${name} is billed at ${percent}% of the rate${limit} each time.`;
    }
    case 'indirect_cap': {
      const per = choice === 'session' ? 'per session' : 'per student per month';
      return `Up to ${minutesText(minutes ?? 0)} of indirect time ${per}.`;
    }
    case 'makeup_window':
      return `Makeup sessions are billed up to ${daysText(days ?? 0)} after the missed one.`;
    case 'authorization_required':
      return "Billed only within the dates of a student's assigned service.";
    case 'invoice_terms':
      return days === 0 ? 'Due when received.' : `Due ${daysText(days ?? 0)} after the invoice date.`;
  }
}

/** "Since 07/01/2026", "From 01/04/2027" */
export function startWords(starts_on: string, today: string): string {
  return `${starts_on <= today ? 'Since' : 'From'} ${displayDay(starts_on)}`;
}

function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
