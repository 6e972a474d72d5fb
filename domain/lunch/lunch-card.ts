import { v5 as uuidv5 } from 'uuid';
import { canStillChange, type MealDay, type MealLunch } from './meal-day.ts';
import type { MealFindings } from './meal-findings.ts';

const NAMESPACE = '6f0a6c1e-58b5-4c8c-9f0e-6d1d7a3b2c41';

/** The id of a day's card: its first lunch entry, or an id derived from provider and day if there is none. */
export function lunchCardId(
  provider: string,
  work_date: string,
  lunches: readonly Pick<MealLunch, 'id' | 'lunch_start_time'>[],
): string {
  const [first] = [...lunches].sort(
    (a, b) => Date.parse(a.lunch_start_time) - Date.parse(b.lunch_start_time) || a.id.localeCompare(b.id),
  );
  return first?.id ?? uuidv5(`${provider} ${work_date}`, NAMESPACE);
}

/** A comparable fingerprint of a day's findings: an acknowledgment is valid only for it. */
export function findingMark(day: Pick<MealDay, 'lunches'>, { findings }: MealFindings): string {
  const waivers = day.lunches.map(({ waiver_type }) => waiver_type).filter((waiver) => waiver !== '');
  return [...findings.map(({ result }) => result), ...waivers.sort()].join(' ');
}

/** Whether a completed day has a waiver or violation that has not been acknowledged in its current form. */
export function needsAcknowledgment(
  day: MealDay,
  found: MealFindings,
  acknowledgedMark: string | null,
): boolean {
  if (canStillChange(day)) return false;
  const hasWaiver = day.lunches.some(({ waiver_type }) => waiver_type !== '');
  if (!hasWaiver && found.compliance !== 'noncompliant') return false;
  return acknowledgedMark !== findingMark(day, found);
}
