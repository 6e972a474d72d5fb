import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import type { Transaction } from '#server/db/database.ts';
import { meal_policies, organizations, pay_period_steps } from '#server/db/schema/organization.ts';
import { bulkInsert } from './bulk-insert.ts';
import type { SeededPayPeriod } from './catalog.ts';
import { createRandom } from './random.ts';

/** A random source of their own, so that these rows don't change the rest of the organization. */
const RULES_SEED = 20_261_129;

/** Settings, a meal policy that begins with the next fiscal year, and the history of closed pay periods. */
export async function insertRules(
  tx: Transaction,
  { periods, office, today }: { periods: readonly SeededPayPeriod[]; office: string; today: string },
): Promise<void> {
  const random = createRandom(RULES_SEED);
  await bulkInsert(tx, organizations, [
    {
      ...{ id: '00000000-0000-7000-8000-000000000001', name: '', uses_24_hour_clock: false },
      ...{
        address: '1420 Harbor Way, Suite 300\nBright Harbor, CA 90000',
        payment_instructions: 'Make checks payable to Bright Harbor Therapy Services.',
        pay_period_kind: 'half-monthly' as const,
        pay_period_anchor: '2026-07-05',
        pay_file_columns: [],
        pay_file_codes: [],
        logo: null,
        version: 1,
      },
    },
  ]);
  const { version, starts_on: _, ...limits } = MEAL_POLICY;
  await bulkInsert(tx, meal_policies, [
    {
      ...{ ...limits, id: random.id(), starts_on: `${fiscalYearOf(today) + 1}-07-01` },
      ...{ shortest_meal_minutes: 35, policy_version: version + 1, deleted_at: null, version: 1 },
    },
  ]);
  await bulkInsert(
    tx,
    pay_period_steps,
    periods.flatMap(({ id, closed_at, is_locked }) =>
      closed_at === null
        ? []
        : [
            {
              ...{ id: random.id(), pay_period: id, reason: '', changed_by: office, captured_at: closed_at },
              ...{ state: is_locked ? ('locked' as const) : ('closed' as const), version: 1 },
            },
          ],
    ),
  );
}
