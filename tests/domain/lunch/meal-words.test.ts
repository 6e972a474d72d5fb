import { expect, test } from 'vitest';
import type { MealFinding } from '#domain/lunch/meal-findings.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { findingsWords, lastMinuteBefore, policyWords, waiverChoice } from '#domain/lunch/meal-words.ts';

const HOUR = 3_600_000;
const due_at = '2026-03-02T21:02:17.000Z';

test.each([
  ['compliant', 8 * HOUR, 'Lunch compliant.'],
  ['waived', 5.5 * HOUR, 'Lunch waived.'],
  ['late', 8 * HOUR, 'Lunch late, due by 1:02 PM.'],
  ['short', 8 * HOUR, 'Lunch too short, due by 1:02 PM.'],
  ['missed', 8 * HOUR, 'Lunch missed, due by 1:02 PM.'],
  ['waiver-invalid', 6.5 * HOUR, "Lunch can't be waived: the day is 6 h 30 min long."],
  ['waiver-invalid', 6 * HOUR + 1_000, "Lunch can't be waived: the day is 6 h 1 s long."],
  ['unknown', 0, 'Meal data is pending.'],
  ['not-required', 0, 'No lunch required.'],
] as const)('a first meal that is %s', (result, worked_ms, words) => {
  const second: MealFinding = {
    meal: 'second',
    result: 'not-required',
    due_at: null,
    lunch_id: null,
    reason: '',
  };
  const findings = [{ ...second, meal: 'first' as const, result, due_at }, second];
  expect(findingsWords({ findings, worked_ms })).toEqual([words]);
});

test('the last minute to start is before the hour is over, to the second', () => {
  expect(lastMinuteBefore('2026-03-02T21:02:00.000Z')).toBe('1:01 PM');
  expect(lastMinuteBefore('2026-03-02T21:02:01.000Z')).toBe('1:02 PM');
});

const OWN_POLICY = {
  ...{ first_meal_after_minutes: 270, second_meal_after_minutes: 540, shortest_meal_minutes: 45 },
  ...{ first_waivable_to_minutes: 330, second_waivable_to_minutes: 660 },
};

test.each([
  ['first_meal_6h', 'First meal waiver, days of up to 6 h', 'First meal waiver, days of up to 5 h 30 min'],
  ['second_meal_12h', 'Second meal waiver, days of up to 12 h', 'Second meal waiver, days of up to 11 h'],
  ['standing_6h', 'Standing waiver, days of up to 6 h', 'Standing waiver, days of up to 5 h 30 min'],
  ['on_duty', 'On-duty meal', 'On-duty meal'],
] as const)('the waiver %s is offered with the hours of the policy', (waiver, builtIn, own) => {
  expect(waiverChoice(waiver, MEAL_POLICY)).toBe(builtIn);
  expect(waiverChoice(waiver, OWN_POLICY)).toBe(own);
});

test("the rules in Help have the policy's figures", () => {
  const words = policyWords(OWN_POLICY);
  expect(words).toContain('If you work more than 4 h 30 min, you need a meal break of at least 45 min');
  expect(words).toContain('on days of up to 5 h 30 min, a second one on days of up to 11 h.');
});
