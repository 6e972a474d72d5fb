import { displayDay } from '#domain/time/pacific.ts';

/** The limits of the meal rules, in minutes. */
export interface MealLimits {
  /** Work of more than this many minutes requires a first meal that starts before they are over. */
  first_meal_after_minutes: number;
  /** Work of more than this many minutes requires a second meal that starts before they are over. */
  second_meal_after_minutes: number;
  shortest_meal_minutes: number;
  /** Both sides can waive the first meal up to this many minutes of work. */
  first_waivable_to_minutes: number;
  /** The second up to this many, unless the first was waived. */
  second_waivable_to_minutes: number;
}

/** They are data: a stored finding names the version that produced it. */
export interface MealPolicy extends MealLimits {
  version: number;
  /** The first Pacific day on which it is in force. */
  starts_on: string;
}

/** In force until the organization's first own version. */
export const MEAL_POLICY: MealPolicy = {
  version: 1,
  starts_on: '2000-01-01',
  first_meal_after_minutes: 300,
  second_meal_after_minutes: 600,
  shortest_meal_minutes: 30,
  first_waivable_to_minutes: 360,
  second_waivable_to_minutes: 720,
};

/**
 * The policy in force on a Pacific day: the organization's latest that has begun by then, otherwise the built-in
 * one.
 */
export function policyOn(policies: readonly MealPolicy[], day: string): MealPolicy {
  return policies.reduce(
    (found, one) => (one.starts_on <= day && one.starts_on >= found.starts_on ? one : found),
    MEAL_POLICY,
  );
}

type PolicyProblems = { [Field in 'starts_on' | keyof MealLimits]?: string };

/**
 * Why limits can't come into force, by field. A version begins after today, so that no finding of a day that people
 * have worked or acknowledged changes.
 * @param facts the Pacific day, and the first days of the other versions
 */
export function policyProblems(
  policy: MealLimits & { starts_on: string },
  facts: { today: string; taken: readonly string[] },
): PolicyProblems {
  const problems: PolicyProblems = {};
  if (policy.starts_on <= facts.today) problems.starts_on = 'Choose a day after today.';
  else if (facts.taken.includes(policy.starts_on)) {
    problems.starts_on = `Another version starts on ${displayDay(policy.starts_on)}. Edit that one.`;
  }
  if (policy.first_meal_after_minutes < 1) problems.first_meal_after_minutes = 'Enter at least 1 minute.';
  if (policy.second_meal_after_minutes <= policy.first_meal_after_minutes) {
    problems.second_meal_after_minutes = 'The second meal comes after the first.';
  }
  if (policy.shortest_meal_minutes < 1) problems.shortest_meal_minutes = 'Enter at least 1 minute.';
  if (policy.first_waivable_to_minutes < policy.first_meal_after_minutes) {
    problems.first_waivable_to_minutes =
      "This can't be less than the time after which the first meal is due.";
  }
  if (policy.second_waivable_to_minutes < policy.second_meal_after_minutes) {
    problems.second_waivable_to_minutes =
      "This can't be less than the time after which the second meal is due.";
  }
  return problems;
}
