import { UtensilsCrossed } from 'lucide-react';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import {
  compliantPercent,
  isMealDayIn,
  MEAL_FIGURE_LABELS,
  MEAL_FIGURES,
  mealComplianceFile,
  mealDaysIn,
} from '#contract/report-files/meal-compliance-file.ts';
import { MEAL_KIND_LABELS } from '#domain/lunch/meal-kinds.ts';
import { MEAL_DISCLAIMER } from '#domain/lunch/meal-words.ts';
import { durationText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport } from '#screens/report/define-report.ts';
import { MEAL_COMPLIANCE_FILTERS } from './care-filters.ts';

/** Workdays that need a meal, by provider and outcome. */
export const mealComplianceReport = defineReport(MEAL_COMPLIANCE_FILTERS, {
  ...mealComplianceFile,
  tightRowHeight: 56,
  remark: () => MEAL_DISCLAIMER,
  totals(rows) {
    const share = compliantPercent(rows);
    return [
      ['Days that need a meal', sumOf(rows, (row) => mealDaysIn(row, 'long'))],
      ['In time', sumOf(rows, (row) => mealDaysIn(row, 'in-time'))],
      ['Missing', sumOf(rows, (row) => mealDaysIn(row, 'missing'))],
      ['Premium days', sumOf(rows, (row) => mealDaysIn(row, 'premium'))],
      ...(share === null ? [] : [['Compliant', `${share}%`] as [string, string]]),
    ];
  },
  why(row, column) {
    const figure = MEAL_FIGURES.find((one) => one === column);
    if (figure === undefined || mealDaysIn(row, figure) === 0) return null;
    return () => ({
      title: `${MEAL_FIGURE_LABELS[figure]}, ${row.provider_name}`,
      rule:
        figure === 'premium'
          ? "A meal was late, short, or missing, and not waived: one hour's pay for each day."
          : 'Workdays that lasted long enough for a meal, by the worst of their meals.',
      parts: row.days
        .filter(({ kind }) => isMealDayIn(figure, kind))
        .map(({ work_date, worked_minutes, kind }) => ({
          id: work_date,
          label: `${displayDay(work_date)}, ${durationText(worked_minutes)} worked`,
          figure: MEAL_KIND_LABELS[kind],
          to: { kind: 'workday', id: `${row.provider} ${work_date}` },
        })),
    });
  },
  empty: {
    ...{ icon: UtensilsCrossed, title: 'No workdays that need a meal' },
    help: 'Try other dates. Workdays long enough to need a meal appear here.',
    filtered: 'No providers match these filters.',
  },
});
