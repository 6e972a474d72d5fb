import { useMemo } from 'react';
import { payPeriods } from '#db/catalogue.ts';
import type { LocalRow } from '#db/sealed-rows.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';

export type Period = LocalRow<'pay_period'>;

export interface PeriodChoice {
  /** Those that have begun, newest first. */
  periods: readonly Period[];
  /** The one that the address names, else the current one; null where there is none yet. */
  period: Period | null;
  today: string;
}

/**
 * The choice among these pay periods.
 *
 * @param all in order of their days
 * @param start the first day that the address names
 * @param openedOn the day that decides which period is the current one
 */
export function periodChoice(
  all: readonly Period[],
  start: string | undefined,
  { today, openedOn = today }: { today: string; openedOn?: string | undefined },
): PeriodChoice {
  const periods = all.filter(({ start_date }) => start_date <= today).reverse();
  const current = periods.find(({ start_date }) => start_date <= openedOn) ?? null;
  const period = periods.find(({ start_date }) => start_date === start) ?? current;
  return { periods, period, today };
}

/**
 * The pay periods of this device; nothing until it has answered.
 *
 * @param openedOn where a form is open, the day that it opened on: it stays on its period; else today
 */
export function usePeriodChoice(start: string | undefined, openedOn?: string): PeriodChoice | undefined {
  const all = useLocal(payPeriods, []);
  const today = useToday();
  return useMemo(
    () => (all === undefined ? undefined : periodChoice(all, start, { today, openedOn })),
    [all, start, openedOn, today],
  );
}
