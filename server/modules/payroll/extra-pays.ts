import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { ListedExtraPay } from '#contract/extra-pay.ts';
import { extraPayProblems } from '#domain/payroll/extra-pay.ts';
import { recordedRateOn } from '#domain/payroll/recorded-rates.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, loadRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { keptList } from '#server/modules/catalog/kept-list.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { readRecordedRates } from './recorded-pay-rates.ts';
import { settledRun } from './settled-lines.ts';

const kept = keptList('extra_pay', {
  order: 'pay_day desc, id',
  async check(call, row, before) {
    refuseOwn(call, row.provider);
    const problems: Record<string, string> = { ...extraPayProblems(row) };
    if (before === null && !(await isProvider(call.tx, row.provider))) {
      problems.provider = 'Choose a provider from the list.';
    }
    if (Object.keys(problems).length > 0) refuseProblems(problems);
    if (before !== null) await refusePaid(call.tx, before.id);
  },
});

/** Mileage and paid time off. What an approved run has paid stays as it was paid. */
export const extraPays = {
  list: listExtraPays,
  create: kept.create,
  update: kept.update,
  async remove(call: Call, id: string): Promise<void> {
    const [found] = await loadRows(call.tx, 'extra_pay', [id]);
    if (found !== undefined) {
      refuseOwn(call, found.provider);
      await refusePaid(call.tx, id);
    }
    await kept.remove(call, id);
  },
};

/** On `extra_pays e`: the number of the newest finished run that has settled it. */
const settledBy = settledRun(sql`l.key = 'extra ' || e.id and l.provider = e.provider and l.day = e.pay_day`);

async function listExtraPays(
  tx: Transaction,
  context: Call['context'],
): Promise<{ as_of: string; entries: ListedExtraPay[] }> {
  const rates = await readRecordedRates(tx);
  const entries = await jsonRows<Omit<ListedExtraPay, 'recorded'>>(
    tx,
    sql`select ${fieldsOf('extra_pay', 'e')}, p.provider_first || ' ' || p.provider_last as provider_name,
        ${settledBy} as settled_by
      from extra_pays e join providers p on p.id = e.provider
      where e.deleted_at is null order by e.pay_day desc, e.id`,
  );
  return {
    as_of: new Date(context.now).toISOString(),
    entries: entries.map((entry) => ({ ...entry, recorded: recordedRateOn(rates, entry, entry.pay_day) })),
  };
}

export const OWN_EXTRA_PAY = 'Someone else has to enter your own extra pay.';

/** As with lines of a run: nobody decides on their own pay. */
function refuseOwn({ actor }: Call, provider: string): void {
  if (provider !== actor.provider_id) return;
  throw new ApiError('decision.own', { message: OWN_EXTRA_PAY });
}

/** Those of some entries that an approved run has paid, or left out on purpose. */
export async function settledExtraPays(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await jsonRows<{ id: string }>(
    tx,
    sql`select e.id from extra_pays e where e.id = any(${arrayParam(ids, 'uuid')}) and ${settledBy} is not null`,
  );
  return found.map(({ id }) => id);
}

async function isProvider(tx: Transaction, id: string): Promise<boolean> {
  return (await jsonRows(tx, sql`select id from providers where id = ${id} limit 1`)).length > 0;
}

async function refusePaid(tx: Transaction, id: string): Promise<void> {
  const [found] = await jsonRows<{ run: string | null }>(
    tx,
    sql`select ${settledBy} as run from extra_pays e where e.id = ${id}`,
  );
  const run = found?.run ?? null;
  if (run === null) return;
  const message = `Run ${run} is approved with this, so it can't change. To correct it, add the difference: a negative number takes pay back.`;
  throw new ApiError('request.invalid', { message });
}
