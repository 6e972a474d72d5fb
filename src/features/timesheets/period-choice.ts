import { useMemo } from 'react';
import { payPeriods } from '#db/catalogue.ts';
import type { LocalRow } from '#db/sealed-rows.ts';
import { useLocal } from '#sync/signed-in.ts';
import { useToday } from '#sync/today.ts';

export type Period = LocalRow<'pay_period'>;

export interface PeriodChoice {
  /** Those that have begun, newest first. */
  periods: readonly Period[];
  /** The one that the address names, else the current one; null where there is none yet. */
  period: Period | null;
  today: string;
}

/**
 * The pay periods of this device; nothing until it has answered.
 *
 * @param start the first day that the address names
 * @param openedOn the day that decides which period is the current one, where a form on it is open; else today
 */
export function usePeriodChoice(start: string | undefined, openedOn?: string): PeriodChoice | undefined {
  const all = useLocal(payPeriods, []);
  const today = useToday();
  return useMemo(() => {
    if (all === undefined) return undefined;
    const periods = all.filter(({ start_date }) => start_date <= today).reverse();
    const current = periods.find(({ start_date }) => start_date <= (openedOn ?? today)) ?? null;
    const period = periods.find(({ start_date }) => start_date === start) ?? current;
    return { periods, period, today };
  }, [all, start, openedOn, today]);
}
