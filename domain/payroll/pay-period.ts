export interface PayPeriod {
  id: string;
  /** First and last Pacific day, both included. */
  start_date: string;
  end_date: string;
  /** When the office closed it for entry by providers; nothing while it is open. */
  closed_at: string | null;
  /** A locked period takes no more changes; they become requests. */
  is_locked: boolean;
}

/** The period that a Pacific day belongs to. */
export function periodOfDay<Period extends PayPeriod>(
  periods: readonly Period[],
  day: string,
): Period | null {
  return periods.find((period) => period.start_date <= day && day <= period.end_date) ?? null;
}
