import { useMemo } from 'react';
import { payPeriods } from '#db/catalog.ts';
import type { LocalRow } from '#db/encrypted-rows.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';

export type Period = LocalRow<'pay_period'>;

export interface PeriodChoice {
  /** Those that have started, newest first. */
  periods: readonly Period[];
  /** The one in the URL, else the initial one; null if there is none yet. */
  period: Period | null;
  today: string;
}

interface OpensOn {
  openedOn?: string | undefined;
  opensClosed?: boolean;
}

/**
 * The choice among these pay periods.
 * @param all in order of their days
 * @param start the first day in the URL
 * @param openedOn the day that decides which period is the current one
 * @param opensClosed opens on the newest one that is over, if there is one
 */
export function periodChoice(
  all: readonly Period[],
  start: string | undefined,
  { today, openedOn = today, opensClosed = false }: OpensOn & { today: string },
): PeriodChoice {
  const periods = all.filter(({ start_date }) => start_date <= today).reverse();
  const current = periods.find(({ start_date }) => start_date <= openedOn) ?? null;
  const closed = opensClosed ? periods.find(({ end_date }) => end_date < openedOn) : undefined;
  const period = periods.find(({ start_date }) => start_date === start) ?? closed ?? current;
  return { periods, period, today };
}

/**
 * The pay periods on this device; undefined until loaded.
 * @param openedOn for an open form, the day on which it was opened: it stays on its period; else today
 */
export function usePeriodChoice(
  start: string | undefined,
  { openedOn, opensClosed = false }: OpensOn = {},
): PeriodChoice | undefined {
  const all = useLocal(payPeriods, []);
  const today = useToday();
  return useMemo(
    () => (all === undefined ? undefined : periodChoice(all, start, { today, openedOn, opensClosed })),
    [all, start, openedOn, opensClosed, today],
  );
}
