import { counted } from '#domain/text/counted.ts';

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

/** "due in 12 days", "3 days overdue" */
export function dueWords({ days }: IepReview): string {
  if (days === 0) return 'due today';
  const count = counted(Math.abs(days), 'day');
  return days < 0 ? `${count} overdue` : `due in ${count}`;
}

/** "IEP due in 12 days", "Triennial 3 days overdue" */
export function reviewWords(review: IepReview): string {
  return `${review.kind === 'annual' ? 'IEP' : 'Triennial'} ${dueWords(review)}`;
}
