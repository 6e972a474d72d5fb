import type { WorkedSpan } from '#domain/timecards/timecard.ts';
import type { WaiverType } from './lunch-break.ts';
import {
  canStillChange,
  type MealDay,
  type MealLunch,
  type TakenMeal,
  takenMeals,
  workedSpansOf,
} from './meal-day.ts';
import { MEAL_POLICY, type MealPolicy } from './meal-policy.ts';

export type MealResult =
  | 'not-required'
  | 'compliant'
  | 'waived'
  | 'late'
  | 'short'
  | 'missed'
  | 'waiver-invalid'
  | 'unknown';

export type MealCompliance = 'compliant' | 'noncompliant' | 'waived' | 'unknown' | 'not-required';

export interface MealFinding {
  meal: 'first' | 'second';
  result: MealResult;
  /** The instant before which it had to start; null if the work didn't last that long. */
  due_at: string | null;
  /** The entry that the finding is about: the meal, its waiver, or the reason for a missed one. */
  lunch_id: string | null;
  reason: MealLunch['exception_reason'];
}

export interface MealFindings {
  worked_ms: number;
  /** Whole minutes, rounded down. */
  worked_minutes: number;
  findings: MealFinding[];
  compliance: MealCompliance;
}

const VIOLATIONS: ReadonlySet<MealResult> = new Set(['late', 'short', 'missed', 'waiver-invalid']);

/** Whether a result requires a reason from the provider and a note from the office. */
export function isViolation(result: MealResult): boolean {
  return VIOLATIONS.has(result);
}

/**
 * The findings of the meal rules for one Pacific workday. A record-keeping aid, not legal advice.
 *
 * Hours are hours of work, without meals and pauses. A meal must start before the hour is over, so a start on
 * that very second is late. While the day may still change (an open card, unsynced changes), and for entries
 * on a day without a card, every result is `unknown`.
 */
export function mealFindings(day: MealDay, policy: MealPolicy = MEAL_POLICY): MealFindings {
  const spans = workedSpansOf(day);
  const worked_ms = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const firstDue = workReached(spans, policy.first_meal_after_minutes);
  const secondDue = workReached(spans, policy.second_meal_after_minutes);
  const worked = { worked_ms, worked_minutes: Math.floor(worked_ms / 60_000) };
  const meals = takenMeals(day);
  if (isUnknown(day, meals)) {
    const findings = [unknownMeal('first', firstDue), unknownMeal('second', secondDue)];
    return { ...worked, findings, compliance: 'unknown' };
  }
  const shortest = policy.shortest_meal_minutes * 60_000;
  const waivers = day.lunches.filter(({ waiver_type }) => waiver_type !== '');
  const absences = day.lunches.filter(({ id }) => meals.every(({ entries }) => !entries.includes(id)));

  const firstMeal = firstDue === null ? null : bestMeal(meals, firstDue, shortest);
  const firstWaiver = waiverAmong(waivers, ['first_meal_6h', 'standing_6h']);
  const first = finding('first', firstDue, firstMeal, shortest, firstWaiver, {
    waivable: worked_ms <= policy.first_waivable_to_minutes * 60_000,
    absences,
  });
  const later = meals.filter(({ start }) => firstMeal === null || start > firstMeal.start);
  const secondMeal = secondDue === null ? null : bestMeal(later, secondDue, shortest);
  const firstWaived = first.result === 'waived' || first.result === 'waiver-invalid';
  const second = finding(
    'second',
    secondDue,
    secondMeal,
    shortest,
    waiverAmong(waivers, ['second_meal_12h']),
    {
      waivable: worked_ms <= policy.second_waivable_to_minutes * 60_000 && !firstWaived,
      absences: absences.filter(({ id }) => id !== first.lunch_id),
    },
  );
  return { ...worked, findings: [first, second], compliance: complianceOf([first, second]) };
}

/**
 * The instant before which the next meal must start, projected as if work continued without a pause. Null
 * during a meal, before and after the workday, and if the planned day ends before a meal is needed. A lunch
 * entered in advance doesn't count before it begins. The result may be in the past: then the meal is late.
 * @param planned today's remaining calendar entries, without meals; instants
 */
export function startLunchBy(
  day: MealDay,
  planned: readonly { start: string; end: string }[],
  policy: MealPolicy = MEAL_POLICY,
): string | null {
  const isAtWork = day.cards.some(({ ended_at }) => ended_at === null);
  const now = Date.parse(day.now);
  // A lunch entered in advance is only a plan so far.
  const meals = takenMeals(day).filter(({ start }) => start <= now);
  if (!isAtWork || meals.some(({ end }) => end === null)) return null;

  const spans = workedSpansOf(day);
  const workedMs = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const plannedEnd = Math.max(now, ...planned.map(({ end }) => Date.parse(end)));
  const foretoldMs = planned.length === 0 ? null : workedMs + plannedEnd - now;

  const shortest = policy.shortest_meal_minutes * 60_000;
  const hadMeals = meals.filter((meal) => isFull(meal, shortest)).length;
  if (hadMeals >= 2) return null;
  const isFirst = hadMeals === 0;
  const afterMinutes = isFirst ? policy.first_meal_after_minutes : policy.second_meal_after_minutes;
  const waivableMinutes = isFirst ? policy.first_waivable_to_minutes : policy.second_waivable_to_minutes;
  const waiver = waiverAmong(day.lunches, isFirst ? ['first_meal_6h', 'standing_6h'] : ['second_meal_12h']);
  // A second meal is rare: without a plan, announce it only shortly before it is due.
  const likelyMs = foretoldMs ?? (isFirst ? Number.POSITIVE_INFINITY : workedMs + SECOND_MEAL_NOTICE_MS);
  if (likelyMs <= afterMinutes * 60_000) return null;
  if (waiver !== null && (foretoldMs ?? workedMs) <= waivableMinutes * 60_000) return null;

  const due = workReached(spans, afterMinutes) ?? now + afterMinutes * 60_000 - workedMs;
  return new Date(due).toISOString();
}

const SECOND_MEAL_NOTICE_MS = 2 * 3_600_000;

function isUnknown(day: MealDay, meals: readonly TakenMeal[]): boolean {
  return canStillChange(day, meals) || (day.cards.length === 0 && day.lunches.length > 0);
}

function unknownMeal(meal: MealFinding['meal'], due: number | null): MealFinding {
  return { meal, result: 'unknown', due_at: instantOf(due), lunch_id: null, reason: '' };
}

/** The instant at which this much work was done; null unless more followed. */
function workReached(spans: readonly WorkedSpan[], limitMinutes: number): number | null {
  let left = limitMinutes * 60_000;
  let reached: number | null = null;
  for (const { start, end } of spans) {
    if (reached !== null) return reached;
    if (end - start > left) return start + left;
    left -= end - start;
    if (left === 0) reached = end;
  }
  return null;
}

/** The meal that best meets a requirement: a full one in time, otherwise a full one, otherwise any. */
function bestMeal(meals: readonly TakenMeal[], due: number, shortest: number): TakenMeal | null {
  const full = meals.filter((meal) => isFull(meal, shortest));
  return full.find(({ start }) => start < due) ?? full[0] ?? meals[0] ?? null;
}

function isFull({ start, end }: TakenMeal, shortest: number): boolean {
  return end !== null && end - start >= shortest;
}

function waiverAmong(lunches: readonly MealLunch[], kinds: readonly WaiverType[]): MealLunch | null {
  return lunches.find(({ waiver_type }) => kinds.includes(waiver_type)) ?? null;
}

function finding(
  meal: MealFinding['meal'],
  due: number | null,
  taken: TakenMeal | null,
  shortest: number,
  waiver: MealLunch | null,
  { waivable, absences }: { waivable: boolean; absences: readonly MealLunch[] },
): MealFinding {
  const about = (result: MealResult, lunch: MealLunch | null): MealFinding => ({
    meal,
    result,
    due_at: instantOf(due),
    lunch_id: lunch?.id ?? null,
    reason: lunch?.exception_reason ?? '',
  });
  if (due === null) return about('not-required', null);
  if (taken !== null && isFull(taken, shortest) && taken.start < due) {
    // An on-duty meal is by agreement of both sides, like a waiver.
    return about(taken.lunch?.waiver_type === 'on_duty' ? 'waived' : 'compliant', taken.lunch);
  }
  if (waiver !== null) return about(waivable ? 'waived' : 'waiver-invalid', waiver);
  if (taken !== null) return about(isFull(taken, shortest) ? 'late' : 'short', taken.lunch);
  return about('missed', absences.find(({ exception_reason }) => exception_reason !== '') ?? null);
}

function complianceOf(findings: readonly MealFinding[]): MealCompliance {
  const results = findings.map(({ result }) => result);
  if (results.some(isViolation)) return 'noncompliant';
  if (results.includes('waived')) return 'waived';
  return results.includes('compliant') ? 'compliant' : 'not-required';
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
