import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { MealPolicyRow } from '#contract/organization.ts';
import { MEAL_POLICY, policyProblems } from '#domain/lunch/meal-policy.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, type Stored, storedRow, storedRows } from '#server/db/entity-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';

const records: Records<MealPolicyRow> = { entity: 'meal_policy', scopes: () => [], about: () => ({}) };

type PolicyFields = Omit<EntityRow<'meal_policy'>, 'id' | 'version' | 'policy_version'>;

/** The meal policies of the organization. One that has begun is fixed: findings name it. */
export const mealPolicyList = {
  list: (tx: Transaction): Promise<MealPolicyRow[]> =>
    keptRows(tx, 'meal_policy', sql`true order by starts_on`),

  async create(call: Call, body: PolicyFields & { id: string }): Promise<MealPolicyRow> {
    await refuseInvalid(call, body);
    const stored = await storedRows(call.tx, 'meal_policy', sql`true`);
    // A version of a deleted policy isn't used again.
    const newest = Math.max(MEAL_POLICY.version, ...stored.map(({ policy_version }) => policy_version));
    return call.create(records, { ...firstRow(call, 'meal_policy', body), policy_version: newest + 1 });
  },

  async update(call: Call, id: string, changes: Partial<PolicyFields>): Promise<MealPolicyRow> {
    const before = await changeable(call, id);
    const next = wireRow(withTouched<object>(before, changes) as typeof before);
    await refuseInvalid(call, next);
    return call.change(records, before, next);
  },

  async remove(call: Call, id: string): Promise<void> {
    await call.remove(records, await changeable(call, id));
  },
};

async function changeable(call: Call, id: string): Promise<Stored<'meal_policy'>> {
  const before = await storedRow(call.tx, 'meal_policy', id);
  if (before === null) throw new ApiError('record.absent');
  refuseOutdated(before, call.context.base_version);
  if (before.starts_on <= pacificDay(call.context.now)) {
    throw new ApiError('request.invalid', {
      message: "These limits are active and can't be changed. Add a new version instead.",
    });
  }
  return before;
}

async function refuseInvalid({ tx, context }: Call, policy: PolicyFields & { id: string }): Promise<void> {
  const others = await keptRows(tx, 'meal_policy', sql`id <> ${policy.id}`);
  refuseProblems({
    ...policyProblems(policy, {
      today: pacificDay(context.now),
      taken: others.map(({ starts_on }) => starts_on),
    }),
  });
}
