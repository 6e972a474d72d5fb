import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { MealDays } from '#contract/reports.ts';
import { MEAL_KIND_LABELS, MEAL_KINDS, type MealKind, owesPremium } from '#domain/lunch/meal-kinds.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { countColumns, perProvider, providerColumn, providerSearch, sumOf } from './delivery-figures.ts';
import { fileReport } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.meal-compliance']>;

/** The columns whose figure is a number of days. */
export const MEAL_FIGURES = ['long', ...MEAL_KINDS, 'premium'] as const;
export type MealFigure = (typeof MEAL_FIGURES)[number];

export const MEAL_FIGURE_LABELS: Readonly<Record<MealFigure, string>> = {
  long: 'Meal days',
  ...MEAL_KIND_LABELS,
  premium: 'Premium days',
};

/** Whether a day is counted in a figure. */
export function isMealDayIn(figure: MealFigure, kind: MealKind): boolean {
  return figure === 'long' || (figure === 'premium' ? owesPremium(kind) : figure === kind);
}

export function mealDaysIn({ days }: MealDays, figure: MealFigure): number {
  return days.filter(({ kind }) => isMealDayIn(figure, kind)).length;
}

/** Days in compliance, in whole percent of those that can be judged. */
export function compliantPercent(rows: readonly MealDays[]): number | null {
  const judged = sumOf(rows, (row) => mealDaysIn(row, 'long') - mealDaysIn(row, 'unknown'));
  return deliveredPercent(judged - sumOf(rows, (row) => mealDaysIn(row, 'premium')), judged);
}

/** An hour's pay for each day. */
const PREMIUM_MINUTES = 60;

/** On a tablet, the violations say enough. */
const ON_TABLETS: readonly MealFigure[] = ['long', 'in-time', 'missing', 'premium'];

/** Meals of each provider, by what became of them. */
export const mealComplianceFile = fileReport({
  id: 'meal-compliance',
  title: 'Meal Compliance',
  label: 'Meals by provider',
  rows: headedSource({
    name: 'meal compliance',
    ask: (api, asked) => api.call('report.meal-compliance', { query: daysQuery(asked) }),
    rows: ({ providers }: Answer): readonly MealDays[] => providers,
  }),
  ...perProvider,
  filters: {
    show: {
      label: 'Show',
      choices: () => [
        { id: 'premium', name: 'With premium days' },
        { id: 'missing', name: 'With missing meals' },
        { id: 'unknown', name: 'With unknown days' },
      ],
      matches: (row, held) => mealDaysIn(row, held as MealFigure) > 0,
    },
    search: providerSearch,
  },
  sort: { id: 'premium', desc: true },
  columns: [
    providerColumn,
    ...countColumns(
      MEAL_FIGURES.map((id) => [id, MEAL_FIGURE_LABELS[id]] as const),
      mealDaysIn,
      { width: '6.5rem', onTablets: ON_TABLETS },
    ),
    {
      ...{ id: 'premium_minutes', header: 'Premium', kind: 'duration', only: 'file' },
      value: (row) => mealDaysIn(row, 'premium') * PREMIUM_MINUTES,
      total: (rows) => sumOf(rows, (row) => mealDaysIn(row, 'premium') * PREMIUM_MINUTES),
    },
    {
      ...{ id: 'percent', header: '% compliant', kind: 'number', width: '6.5rem', none: '–' },
      value: (row) => compliantPercent([row]),
      total: compliantPercent,
    },
  ],
});
