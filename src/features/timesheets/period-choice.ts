import { useMemo } from 'react';
import { payPeriods } from '#db/catalogue.ts';
import type { LocalRow } from '#db/sealed-rows.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';

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
 */
export function usePeriodChoice(start: string | undefined): PeriodChoice | undefined {
  const { workspace } = useSignedIn();
  const all = useLocal(payPeriods, []);
  const today = pacificDay(workspace.clock.now());
  return useMemo(() => {
    if (all === undefined) return undefined;
    const periods = all.filter(({ start_date }) => start_date <= today).reverse();
    const period = periods.find(({ start_date }) => start_date === start) ?? periods[0] ?? null;
    return { periods, period, today };
  }, [all, start, today]);
}
