import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { dayPlus } from '#domain/time/pacific.ts';

/** Pacific days, inclusive, `YYYY-MM-DD`. */
export interface ReportDays {
  from: string;
  to: string;
}

/** The month that is billed next: the last one that is over. */
export function lastMonth(today: string): ReportDays {
  const to = dayPlus(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** From July 1 to today. */
export function fiscalYearSoFar(today: string): ReportDays {
  return { from: `${fiscalYearOf(today)}-07-01`, to: today };
}

const DAYS_WITHOUT_PERIOD = 14;

/**
 * The newest pay period that is over; two weeks if none is.
 * @param periods in order of their days
 */
export function closedPeriod(
  today: string,
  periods: readonly Pick<PayPeriod, 'start_date' | 'end_date'>[],
): ReportDays {
  const closed = periods.findLast(({ end_date }) => end_date < today);
  return closed === undefined
    ? { from: dayPlus(today, -DAYS_WITHOUT_PERIOD), to: today }
    : { from: closed.start_date, to: closed.end_date };
}
