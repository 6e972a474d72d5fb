import type { MealDays } from '#contract/reports.ts';
import { mealKindOf } from '#domain/lunch/meal-kinds.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { listLunchCards } from '#server/modules/lunch/cards.ts';
import type { Call } from '#server/records/call.ts';
import type { Days } from './delivery.ts';

/** The workdays that need a meal, oldest first, of each provider whose lunch cards the caller may see, by name. */
export async function mealDays(call: Call, { start_date, end_date }: Days): Promise<MealDays[]> {
  const { cards } = await listLunchCards(call, { start_date, end_date, compliance: 'all' });
  return [...groupedBy(cards, ({ provider }) => provider)]
    .map(([provider, own]) => ({
      ...{ provider, provider_name: own[0]?.provider_name ?? '' },
      days: own
        .flatMap(({ work_date, worked_minutes, findings }) => {
          const kind = mealKindOf(findings);
          return kind === null ? [] : [{ work_date, worked_minutes, kind }];
        })
        .sort((a, b) => a.work_date.localeCompare(b.work_date)),
    }))
    .filter(({ days }) => days.length > 0)
    .sort((a, b) => a.provider_name.localeCompare(b.provider_name) || a.provider.localeCompare(b.provider));
}
