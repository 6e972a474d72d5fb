import {
  type BillingCondition,
  type BillingConditionBody,
  billingConditionEndpoints,
} from '#contract/billing-conditions.ts';
import {
  CONDITION_CHOICES,
  choicesOf,
  conditionProblems,
  termNeed,
} from '#domain/money/billing-conditions.ts';
import type { ConditionType } from '#domain/money/condition-types.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: what is not chosen or entered is empty. */
export interface ConditionValues {
  client: string;
  type: ConditionType;
  starts_on: string;
  percent: string;
  minutes: string;
  days: string;
  choice: string;
  service: string;
  note: string;
}

/** @param begins what a new one begins with */
export function valuesOf(
  condition: BillingCondition | null,
  begins: { client: string; type: ConditionType; starts_on: string },
): ConditionValues {
  const textOf = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  return {
    client: condition?.client ?? begins.client,
    type: condition?.type ?? begins.type,
    starts_on: condition?.starts_on ?? begins.starts_on,
    percent: textOf(condition?.percent),
    minutes: textOf(condition?.minutes),
    days: textOf(condition?.days),
    choice: condition?.choice ?? '',
    service: condition?.service ?? '',
    note: condition?.note ?? '',
  };
}

/** Only the terms of the type are sent: what was entered for another type stays in the form. */
export function bodyOf(values: ConditionValues, id: string): BillingConditionBody {
  const { type } = values;
  const has = (field: Parameters<typeof termNeed>[1]) => termNeed(type, field) !== null;
  const choice = CONDITION_CHOICES.find((one) => one === values.choice) ?? null;
  return {
    ...{ id, client: values.client, type, starts_on: values.starts_on, note: values.note.trim() },
    percent: has('percent') ? wholeNumber(values.percent.replace('%', '')) : null,
    minutes: has('minutes') ? wholeNumber(values.minutes) : null,
    days: has('days') ? wholeNumber(values.days) : null,
    choice: has('choice') && choice !== null && choicesOf(type).includes(choice) ? choice : null,
    service: has('service') ? values.service || null : null,
  };
}

/** Null if nothing was entered; what isn't a whole number is refused by the contract. */
function wholeNumber(entered: string): number | null {
  const plain = entered.trim();
  if (plain === '') return null;
  return /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN;
}

const NOT_A_NUMBER = {
  percent: 'Enter a whole percentage, such as 50.',
  minutes: 'Enter whole minutes, such as 15.',
  days: 'Enter whole days, such as 30.',
} as const;

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: ConditionValues, id: string): Problems {
  const body = bodyOf(values, id);
  const problems: Record<string, string> = {
    ...shapeProblems(billingConditionEndpoints['billing-condition.create'].body, body),
    ...conditionProblems(body),
  };
  if (values.client === '') problems.client = 'Choose a client.';
  if (values.starts_on === '') problems.starts_on = 'Enter a date.';
  for (const field of ['percent', 'minutes', 'days'] as const) {
    if (Number.isNaN(body[field])) problems[field] = NOT_A_NUMBER[field];
  }
  return problems;
}
