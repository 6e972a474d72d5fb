import { displayDay } from '#domain/time/pacific.ts';

/** When a student's IEP must be reviewed next; null if the date isn't known. */
export interface IepDates {
  iep_annual_date?: string | null | undefined;
  iep_triennial_date?: string | null | undefined;
}

export interface IepReview {
  kind: 'annual' | 'triennial';
  date: string;
  /** From today; negative if it is overdue. */
  days: number;
}

/** How many days ahead a review is announced. Assessments come before a triennial review. */
const AHEAD_DAYS = { annual: 30, triennial: 90 } as const;
const DAY_MS = 86_400_000;

/** The reviews that are overdue or coming up, earliest first. */
export function dueReviews(dates: IepDates, today: string): IepReview[] {
  const reviews: IepReview[] = [];
  for (const kind of ['annual', 'triennial'] as const) {
    const date = dates[`iep_${kind}_date`] ?? null;
    if (date === null) continue;
    const days = Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS);
    if (days <= AHEAD_DAYS[kind]) reviews.push({ kind, date, days });
  }
  return reviews.sort((one, other) => one.days - other.days);
}

/** "Annual IEP due in 12 days (12/07/2026)" */
export function reviewWords({ kind, date, days }: IepReview): string {
  const name = kind === 'annual' ? 'Annual IEP' : 'Triennial IEP';
  if (days < 0) return `${name} overdue since ${displayDay(date)}`;
  if (days === 0) return `${name} due today`;
  return `${name} due in ${days === 1 ? '1 day' : `${days} days`} (${displayDay(date)})`;
}
