/** The pay period in the address, by its first day. */
export interface PeriodSearch {
  period?: string;
}

/** Only what is set stays in the address. */
export function periodSearch({ period }: Record<string, unknown>): PeriodSearch {
  return typeof period === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(period) ? { period } : {};
}
