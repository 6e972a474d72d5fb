import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { ListedPayRate, PayRate } from '#contract/pay-rate-records.ts';
import { ratePerUnit } from '#domain/payroll/extra-pay.ts';
import { lastDayOf, rateProblem } from '#domain/payroll/recorded-rates.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, keptRows, loadRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { keptList } from '#server/modules/catalog/kept-list.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';

const kept = keptList('pay_rate', {
  order: 'starts_on desc, id',
  async check(call, row, before) {
    refuseOwn(call, row.provider);
    const wrong = rateProblem(row.rate_tenths, row.pay_type);
    if (wrong !== null) refuseProblems({ rate_tenths: wrong });
    if (before === null) await refuseSecond(call.tx, row);
  },
});

/** Rates for mileage, paid time off, and other time on the clock. */
export const recordedPayRates = {
  list: listPayRates,
  create: kept.create,
  update: kept.update,
  async remove(call: Call, id: string): Promise<void> {
    const [found] = await loadRows(call.tx, 'pay_rate', [id]);
    if (found !== undefined) refuseOwn(call, found.provider);
    await kept.remove(call, id);
  },
};

async function listPayRates(tx: Transaction): Promise<ListedPayRate[]> {
  const rates = await jsonRows<Omit<ListedPayRate, 'last_day'>>(
    tx,
    sql`select ${fieldsOf('pay_rate', 'r')}, p.provider_first || ' ' || p.provider_last as provider_name
      from pay_rates r left join providers p on p.id = r.provider
      where r.deleted_at is null order by r.starts_on desc, r.id`,
  );
  return rates.map((rate) => ({ ...rate, last_day: lastDayOf(rates, rate) }));
}

/** All that aren't deleted. */
export function readRecordedRates(tx: Transaction): Promise<PayRate[]> {
  return keptRows(tx, 'pay_rate', sql`true`);
}

export const OWN_PAY_RATE = 'Someone else has to enter your own pay rate.';

/** As with extra pay: nobody decides on their own pay. */
function refuseOwn({ actor }: Call, provider: string | null): void {
  if (provider === null || provider !== actor.provider_id) return;
  throw new ApiError('decision.own', { message: OWN_PAY_RATE });
}

/** One rate for the same person, kind, and day. */
async function refuseSecond(
  tx: Transaction,
  { provider, pay_type, starts_on }: Pick<PayRate, 'provider' | 'pay_type' | 'starts_on'>,
): Promise<void> {
  // Of two people who add the same one at once, the second waits here and then sees the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pay rates', 0))`);
  if (provider !== null) {
    const known = await jsonRows(tx, sql`select id from providers where id = ${provider} limit 1`);
    if (known.length === 0) refuseProblems({ provider: 'Choose a provider from the list.' });
  }
  const [taken] = await keptRows(
    tx,
    'pay_rate',
    sql`provider is not distinct from ${provider}::uuid and pay_type = ${pay_type}
      and starts_on = ${starts_on}::date limit 1`,
  );
  if (taken === undefined) return;
  const amount = ratePerUnit(taken.rate_tenths, taken.pay_type);
  refuseProblems({ starts_on: `There is already a rate from ${displayDay(starts_on)}: ${amount}.` });
}
