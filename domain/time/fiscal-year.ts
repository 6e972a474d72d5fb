/** The year in which the fiscal year of a Pacific day began, on July 1. */
export function fiscalYearOf(day: string): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5) >= '07-01' ? year : year - 1;
}
