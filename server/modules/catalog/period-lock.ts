import { sql } from 'drizzle-orm';
import type { PayPeriod } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { keepPrefetched, readPrefetched } from '#server/db/write-unit.ts';

/** Rejects a write that affects a Pacific day in a locked pay period. */
function refuseLocked(periods: readonly PayPeriod[], days: readonly string[]): void {
  if (days.some((day) => periodOfDay(periods, day)?.is_locked)) throw new ApiError('period.locked');
}

interface PrefetchedPeriods {
  days: ReadonlySet<string>;
  periods: PayPeriod[];
}

const PERIODS = 'pay periods';

/** The same, reading the periods; they stay unchanged until the transaction ends. */
export async function refuseLockedDays(tx: Transaction, days: readonly string[]): Promise<void> {
  const prefetched = readPrefetched<PrefetchedPeriods>(tx, PERIODS);
  const isKnown = prefetched !== undefined && days.every((day) => prefetched.days.has(day));
  refuseLocked(isKnown ? prefetched.periods : await periodsOfDays(tx, days), days);
}

/** Prefetches the pay periods of all days in a batch. */
export async function prefetchPeriods(tx: Transaction, days: readonly string[]): Promise<void> {
  const known: PrefetchedPeriods = { days: new Set(days), periods: await periodsOfDays(tx, days) };
  keepPrefetched(tx, PERIODS, known);
}

function periodsOfDays(tx: Transaction, days: readonly string[]): Promise<PayPeriod[]> {
  return keptRows(
    tx,
    'pay_period',
    sql`exists (select 1 from unnest(${arrayParam(days, 'date')}) d where d between start_date and end_date)
      for share`,
  );
}
