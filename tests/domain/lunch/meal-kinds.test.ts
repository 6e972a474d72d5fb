import { expect, test } from 'vitest';
import type { MealResult } from '#domain/lunch/meal-findings.ts';
import { mealKindOf, owesPremium } from '#domain/lunch/meal-kinds.ts';

const DUE = '2026-03-10T18:00:00Z';

test.each<[string, [result: MealResult, due: string | null][], string | null, boolean]>([
  ['a short day', [['not-required', null]], null, false],
  ['a short day that can still change', [['unknown', null]], null, false],
  [
    'a meal in time',
    [
      ['compliant', DUE],
      ['not-required', null],
    ],
    'in-time',
    false,
  ],
  ['a waived meal', [['waived', DUE]], 'waived', false],
  [
    'a second meal that was late',
    [
      ['compliant', DUE],
      ['late', DUE],
    ],
    'late',
    true,
  ],
  [
    'a missed meal and a short one',
    [
      ['short', DUE],
      ['missed', DUE],
    ],
    'missing',
    true,
  ],
  ['a waiver without effect', [['waiver-invalid', DUE]], 'missing', true],
  [
    'a day that can still change',
    [
      ['unknown', DUE],
      ['unknown', null],
    ],
    'unknown',
    false,
  ],
])('%s', (_, findings, kind, premium) => {
  const found = mealKindOf(findings.map(([result, due_at]) => ({ result, due_at })));
  expect(found).toBe(kind);
  expect(found !== null && owesPremium(found)).toBe(premium);
});
