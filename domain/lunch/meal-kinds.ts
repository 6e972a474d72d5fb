import type { MealFinding } from './meal-findings.ts';

/** What became of the meals of a day that needs one; the worst of them counts. */
export const MEAL_KINDS = ['in-time', 'waived', 'late', 'short', 'missing', 'unknown'] as const;
export type MealKind = (typeof MEAL_KINDS)[number];

export const MEAL_KIND_LABELS: Readonly<Record<MealKind, string>> = {
  'in-time': 'In time',
  waived: 'Waived',
  late: 'Late',
  short: 'Short',
  missing: 'Missing',
  unknown: 'Unknown',
};

/** Worst first. */
const WORST: readonly MealKind[] = ['missing', 'short', 'late', 'unknown', 'waived', 'in-time'];

const KIND_OF: Readonly<Record<MealFinding['result'], MealKind | null>> = {
  'not-required': null,
  compliant: 'in-time',
  waived: 'waived',
  late: 'late',
  short: 'short',
  missed: 'missing',
  // The meal was neither taken nor validly given up.
  'waiver-invalid': 'missing',
  unknown: 'unknown',
};

/**
 * What became of a workday's meals; null for a day that was too short for one. Only findings with a due time count: the
 * work lasted long enough for that meal.
 */
export function mealKindOf(findings: readonly Pick<MealFinding, 'result' | 'due_at'>[]): MealKind | null {
  const kinds = findings.filter(({ due_at }) => due_at !== null).map(({ result }) => KIND_OF[result]);
  return WORST.find((kind) => kinds.includes(kind)) ?? null;
}

/** Whether the day costs an hour's pay: a meal was late, short, or missing, and not waived. */
export function owesPremium(kind: MealKind): boolean {
  return kind === 'late' || kind === 'short' || kind === 'missing';
}
