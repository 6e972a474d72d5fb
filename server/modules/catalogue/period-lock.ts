import { sql } from 'drizzle-orm';
import type { PayPeriod } from '#contract/catalogue.ts';
import { Refusal } from '#contract/errors.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { factAhead, keepFact } from '#server/db/write-unit.ts';

/** Rejects a write that affects a Pacific day in a locked pay period. */
function refuseLocked(periods: readonly PayPeriod[], days: readonly string[]): void {
  if (days.some((day) => periodOfDay(periods, day)?.is_locked)) throw new Refusal('period.locked');
}

interface PeriodsAhead {
  days: ReadonlySet<string>;
  periods: PayPeriod[];
}

const PERIODS = 'pay periods';

/** The same, reading the periods; they stay unchanged until the transaction ends. */
export async function refuseLockedDays(tx: Transaction, days: readonly string[]): Promise<void> {
  const ahead = factAhead<PeriodsAhead>(tx, PERIODS);
  const isKnown = ahead !== undefined && days.every((day) => ahead.days.has(day));
  refuseLocked(isKnown ? ahead.periods : await periodsOfDays(tx, days), days);
}

/** Prefetches the pay periods of all days in a batch. */
export async function readPeriodsAhead(tx: Transaction, days: readonly string[]): Promise<void> {
  const known: PeriodsAhead = { days: new Set(days), periods: await periodsOfDays(tx, days) };
  keepFact(tx, PERIODS, known);
}

function periodsOfDays(tx: Transaction, days: readonly string[]): Promise<PayPeriod[]> {
  return keptRows(
    tx,
    'pay_period',
    sql`exists (select 1 from unnest(${arrayParam(days, 'date')}) d where d between start_date and end_date)
      for share`,
  );
}
