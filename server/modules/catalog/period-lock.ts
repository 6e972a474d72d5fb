import { type SQL, sql } from 'drizzle-orm';
import type { PayPeriod } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
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
  refuseLocked(isKnown ? prefetched.periods : await jsonRows(tx, periodsOf(days)), days);
}

/** The query of the pay periods of these days, which then stay unchanged until the transaction ends. */
export function periodsOf(days: readonly string[]): SQL {
  return sql`select ${fieldsOf('pay_period')} from pay_periods
    where exists (select 1 from unnest(${arrayParam(days, 'date')}) d where d between start_date and end_date)
    for share`;
}

/** Keeps what `periodsOf` found for all writes of the transaction. */
export function keepPeriods(tx: Transaction, days: readonly string[], periods: PayPeriod[]): void {
  keepPrefetched<PrefetchedPeriods>(tx, PERIODS, { days: new Set(days), periods });
}
