/** The limits of the meal rules. They are data: a stored finding names the version that produced it. */
export interface MealPolicy {
  version: number;
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

export const MEAL_POLICY: MealPolicy = {
  version: 1,
  first_meal_after_minutes: 300,
  second_meal_after_minutes: 600,
  shortest_meal_minutes: 30,
  first_waivable_to_minutes: 360,
  second_waivable_to_minutes: 720,
};
