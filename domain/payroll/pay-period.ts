export interface PayPeriod {
  id: string;
  /** First and last Pacific day, inclusive. */
  start_date: string;
  end_date: string;
  /** When the office closed it for providers' entries; null while it is open. */
  closed_at: string | null;
  /** A locked period accepts no changes; they become requests. */
  is_locked: boolean;
}

/** The period that contains a Pacific day. */
export function periodOfDay<Period extends PayPeriod>(
  periods: readonly Period[],
  day: string,
): Period | null {
  return periods.find((period) => period.start_date <= day && day <= period.end_date) ?? null;
}
