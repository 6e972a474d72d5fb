import { workdayOf } from '#db/workday.ts';
import { endAfterChange, recordsLunch } from '#domain/lunch/lunch-rules.ts';
import type { MealDay, MealLunch } from '#domain/lunch/meal-day.ts';
import { type MealFindings, mealFindings } from '#domain/lunch/meal-findings.ts';
import { type MealPolicy, policyOn } from '#domain/lunch/meal-policy.ts';
import { findingsWords } from '#domain/lunch/meal-words.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import type { LunchFields } from './record-lunch.ts';

/** The meal findings if the entry were saved as it is in the form. */
function previewOf(
  day: Omit<MealDay, 'lunches'> & { lunches: readonly MealLunch[] },
  entered: MealLunch,
  policy: MealPolicy,
): MealFindings | null {
  const isWhole =
    !Number.isNaN(Date.parse(entered.lunch_start_time)) && Number.isInteger(entered.lunch_duration);
  if (!isWhole || day.cards.length === 0) return null;
  const others = day.lunches.filter(({ id }) => id !== entered.id);
  return mealFindings({ ...day, lunches: [...others, entered] }, policy);
}

/** The day's findings as sentences, updated while typing; empty if there is no timecard to judge by. */
export function useMealPreview(
  provider: string,
  day: string,
  fields: LunchFields,
  before: MealLunch | null,
): string[] {
  const { profile, workspace } = useSignedIn();
  const { meal_policies } = useOrganization();
  const workday = useLocal((db) => workdayOf(db, provider, day), [provider, day]);
  if (workday === undefined || day === '' || !recordsLunch(profile.emp)) return [];
  const found = previewOf(
    {
      ...workday,
      ...{ provider, work_date: day, has_unsent: false, now: new Date(workspace.clock.now()).toISOString() },
    },
    {
      ...{ id: 'new', source: 'manual' },
      ...before,
      ...fields,
      lunch_end_time: before === null ? null : endAfterChange(before, fields),
    },
    policyOn(meal_policies, day),
  );
  return found === null ? [] : findingsWords(found);
}
