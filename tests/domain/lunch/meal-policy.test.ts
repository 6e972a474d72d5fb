import { describe, expect, test } from 'vitest';
import { MEAL_POLICY, type MealPolicy, policyOn, policyProblems } from '#domain/lunch/meal-policy.ts';

const version = (number: number, starts_on: string): MealPolicy => ({
  ...MEAL_POLICY,
  version: number,
  starts_on,
});

describe('the active policy', () => {
  const policies = [version(3, '2027-01-01'), version(2, '2026-07-01')];
  test.each([
    ['2026-06-30', 1],
    ['2026-07-01', 2],
    ['2026-12-31', 2],
    ['2027-01-01', 3],
  ])('on %s is version %i', (day, expected) => {
    expect(policyOn(policies, day).version).toBe(expected);
  });

  test('is the built-in one without versions of the organization', () => {
    expect(policyOn([], '2026-03-10')).toBe(MEAL_POLICY);
  });
});

describe('limits', () => {
  const facts = { today: '2026-03-10', taken: ['2026-05-01'] };
  const valid = version(2, '2026-03-11');
  test('take effect after today', () => {
    expect(policyProblems(valid, facts)).toEqual({});
    expect(policyProblems({ ...valid, starts_on: '2026-03-10' }, facts)).toHaveProperty('starts_on');
    expect(policyProblems({ ...valid, starts_on: '2026-05-01' }, facts).starts_on).toContain('05/01/2026');
  });

  test.each<Partial<MealPolicy>>([
    { first_meal_after_minutes: 0, first_waivable_to_minutes: 0 },
    { second_meal_after_minutes: 300 },
    { shortest_meal_minutes: 0 },
    { first_waivable_to_minutes: 299 },
    { second_waivable_to_minutes: 599 },
  ])('must fit each other: %j', (changes) => {
    const field = Object.keys(changes)[0] ?? '';
    expect(Object.keys(policyProblems({ ...valid, ...changes }, facts))).toEqual([field]);
  });
});
