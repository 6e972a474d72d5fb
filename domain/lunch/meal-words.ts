import { durationText } from '#domain/time/duration.ts';
import { displayTime, pacificTime } from '#domain/time/pacific.ts';
import { WAIVER_LABELS, type WaiverType } from './lunch-break.ts';
import type { MealFinding, MealFindings } from './meal-findings.ts';
import type { MealLimits } from './meal-policy.ts';

export const COMPLIANCE_LABELS: Record<MealFindings['compliance'], string> = {
  compliant: 'Compliant',
  noncompliant: 'Not compliant',
  waived: 'Waived',
  unknown: 'Pending data',
  'not-required': 'No meal required',
};

/** Shown wherever meal findings are shown. */
export const MEAL_DISCLAIMER = 'For record keeping only. Not legal advice.';

/** A waiver to choose, with the days that the policy allows it on: "First meal waiver, days of up to 6 h". */
export function waiverChoice(waiver: WaiverType, limits: MealLimits): string {
  const label = WAIVER_LABELS[waiver];
  const daysUpTo = (minutes: number) => `${label}, days of up to ${durationText(minutes)}`;
  switch (waiver) {
    case 'first_meal_6h':
    case 'standing_6h':
      return daysUpTo(limits.first_waivable_to_minutes);
    case 'second_meal_12h':
      return daysUpTo(limits.second_waivable_to_minutes);
    default:
      return label;
  }
}

/** The rules of a meal policy as sentences. */
export function policyWords(limits: MealLimits): string {
  const [first, second] = [limits.first_meal_after_minutes, limits.second_meal_after_minutes].map(
    durationText,
  );
  const shortest = durationText(limits.shortest_meal_minutes);
  return `If you work more than ${first}, you need a meal break of at least ${shortest} that starts within your first ${first} of work. If you work more than ${second}, you need a second one within your first ${second}. A first meal can be waived on days of up to ${durationText(limits.first_waivable_to_minutes)}, a second one on days of up to ${durationText(limits.second_waivable_to_minutes)}.`;
}

/** "6 h 30 min"; with seconds if there are any: "6 h 1 s". */
function lengthWords(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const rest = seconds % 60;
  const words = durationText(Math.floor(seconds / 60));
  return rest === 0 ? words : `${words} ${rest} s`;
}

/** The last clock minute in which a meal can start in time. */
export function lastMinuteBefore(due_at: string): string {
  return displayTime(pacificTime(Date.parse(due_at) - 1_000));
}

/**
 * One finding as a sentence; null for a second meal that isn't required.
 * @param worked_ms working time of that day
 */
function findingWords({ meal, result, due_at }: MealFinding, worked_ms: number): string | null {
  const name = meal === 'first' ? 'Lunch' : 'Second meal';
  const by = due_at === null ? '' : `, due by ${lastMinuteBefore(due_at)}`;
  switch (result) {
    case 'not-required':
      return meal === 'first' ? 'No lunch required.' : null;
    case 'compliant':
      return `${name} compliant.`;
    case 'waived':
      return `${name} waived.`;
    case 'late':
      return `${name} late${by}.`;
    case 'short':
      return `${name} too short${by}.`;
    case 'missed':
      return `${name} missed${by}.`;
    case 'waiver-invalid':
      return `${name} can't be waived: the day is ${lengthWords(worked_ms)} long.`;
    case 'unknown':
      return meal === 'first' ? 'Meal data is pending.' : null;
  }
}

/** All findings of a day as sentences. */
export function findingsWords({
  findings,
  worked_ms,
}: Pick<MealFindings, 'findings' | 'worked_ms'>): string[] {
  return findings.flatMap((finding) => findingWords(finding, worked_ms) ?? []);
}
