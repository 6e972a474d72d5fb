import { sql } from 'drizzle-orm';
import type { ConditionType } from '#domain/money/condition-types.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import type { Transaction } from '#server/db/database.ts';
import type { billing_conditions } from '#server/db/schema/billing-conditions.ts';
import type { Catalog } from './catalog.ts';
import type { Random } from './random.ts';

type SeededCondition = typeof billing_conditions.$inferSelect;
type Terms = Partial<Pick<SeededCondition, 'percent' | 'minutes' | 'days' | 'choice' | 'note'>>;

/** What districts have agreed on, each a bit differently; families are billed by the defaults. */
export function seedConditions(random: Random, catalog: Catalog, today: string): SeededCondition[] {
  const year = fiscalYearOf(today);
  const [thisYear, lastYear] = [`${year}-07-01`, `${year - 1}-07-01`];
  return catalog.districts.flatMap(({ client }, index) => {
    const condition = (
      type: ConditionType,
      terms: Terms = {},
      others: Partial<SeededCondition> = {},
    ): SeededCondition => ({
      ...{ id: random.id(), client: client.id, type, starts_on: thisYear, archived: false, version: 1 },
      ...{ percent: null, minutes: null, days: null, choice: null, service: null, note: '' },
      ...terms,
      ...others,
    });
    const common = [
      condition('invoice_terms', { days: index % 2 === 0 ? 30 : 45 }),
      condition('no_show', { percent: 50, minutes: 30, note: 'Agreed to in the service contract.' }),
    ];
    const own = [
      [
        condition('minimum_increment', { minutes: 15 }),
        condition('rounding', { choice: 'nearest' }),
        condition('no_show', { percent: 100 }, { starts_on: lastYear }),
        condition('late_cancel', { percent: 25 }, { archived: true, note: 'Withdrawn by the district.' }),
      ],
      [
        condition('group_split', { choice: 'shared' }),
        condition('makeup_window', { days: 45 }),
        condition('indirect_cap', { minutes: 60, choice: 'month' }),
      ],
      [condition('late_cancel', { percent: 0, note: 'The schools cancel on short notice.' })],
    ];
    return [...common, ...(own[index % own.length] ?? [])];
  });
}

/** What devices know of the makeup windows: those that aren't archived. */
export async function keepMakeUpWindows(tx: Transaction): Promise<void> {
  await tx.execute(sql`update clients c set makeup_windows = w.windows from (
      select client, jsonb_agg(jsonb_build_object('starts_on', starts_on, 'days', days) order by starts_on, id) as windows
      from billing_conditions where type = 'makeup_window' and not archived group by client
    ) w where w.client = c.id`);
}
