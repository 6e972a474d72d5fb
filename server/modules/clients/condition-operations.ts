import { sql } from 'drizzle-orm';
import type {
  BillingCondition,
  BillingConditionBody,
  BillingConditionChanges,
  ListedCondition,
} from '#contract/billing-conditions.ts';
import { ApiError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { CONDITION_LABELS, conditionProblems } from '#domain/money/billing-conditions.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, keptRows, loadRows, type Stored, storedRow } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { clientRecords } from './operations.ts';
import { clientInReach, clientsInReach } from './queries.ts';

type Address = Pick<BillingCondition, 'id' | 'type'>;

const records: Records<BillingCondition> = {
  entity: 'billing_condition',
  scopes: () => [],
  about: () => ({}),
};

/** Conditions of a client, or of all clients that the person sees, by client and type, the newest first. */
export async function listConditions(
  tx: Transaction,
  actor: Actor,
  client: string | undefined,
): Promise<ListedCondition[]> {
  if (client !== undefined) await clientInReach(tx, actor, client);
  return jsonRows(
    tx,
    sql`select ${fieldsOf('billing_condition', 'b')}, c.name as client_name,
        (select s.name from services s where s.id = b.service) as service_name
      from billing_conditions b join client_accounts a on a.id = b.client join clients c on c.id = b.client
      where ${clientsInReach(actor)} and ${client === undefined ? sql`true` : sql`b.client = ${client}`}
      order by lower(c.name), c.id, b.type, b.starts_on desc, b.id`,
  );
}

/** The condition, or `record.absent`, also under another type's address. */
export async function readCondition({ tx, actor }: Call, { id, type }: Address): Promise<BillingCondition> {
  const [found] = await loadRows(tx, 'billing_condition', [id]);
  if (found === undefined || found.type !== type) throw new ApiError('record.absent');
  await clientInReach(tx, actor, found.client);
  return found;
}

export async function createCondition(call: Call, body: BillingConditionBody): Promise<BillingCondition> {
  try {
    await clientInReach(call.tx, call.actor, body.client);
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === 'record.absent')) throw problem;
    refuseProblems({ client: 'Client not found.' });
  }
  const row = firstRow(call, 'billing_condition', body);
  await check(call, row);
  const created = await call.create(records, row);
  await followWindows(call, created);
  return created;
}

export async function updateCondition(
  call: Call,
  address: Address,
  changes: BillingConditionChanges,
): Promise<BillingCondition> {
  const before = await changeable(call, address);
  const next = wireRow(withTouched(before, changes));
  await check(call, next, before);
  const changed = await call.change(records, before, next);
  await followWindows(call, changed);
  return changed;
}

export async function archiveCondition(
  call: Call,
  address: Address,
  { archived }: Pick<BillingCondition, 'archived'>,
): Promise<BillingCondition> {
  const before = await changeable(call, address);
  const next = wireRow(withTouched(before, { archived }));
  await check(call, next, before);
  const changed = await call.change(records, before, next);
  await followWindows(call, changed);
  return changed;
}

/** Keeps the client's makeup windows, which devices have, in step with its conditions. */
async function followWindows(call: Call, { client, type }: BillingCondition): Promise<void> {
  if (type !== 'makeup_window') return;
  const before = await storedRow(call.tx, 'client', client);
  if (before === null) return;
  const kept = await keptRows(
    call.tx,
    'billing_condition',
    sql`client = ${client} and type = 'makeup_window' and not archived order by starts_on, id`,
  );
  const makeup_windows = kept.flatMap(({ starts_on, days }) => (days === null ? [] : [{ starts_on, days }]));
  if (JSON.stringify(makeup_windows) === JSON.stringify(before.makeup_windows)) return;
  await call.change(await clientRecords(call, client), before, { ...wireRow(before), makeup_windows });
}

async function changeable(call: Call, { id, type }: Address): Promise<Stored<'billing_condition'>> {
  const before = await storedRow(call.tx, 'billing_condition', id);
  if (before === null || before.type !== type) throw new ApiError('record.absent');
  await clientInReach(call.tx, call.actor, before.client);
  refuseOutdated(before, call.context.base_version);
  return before;
}

/** Refuses terms that don't fit the type, and a second condition from the same day. */
async function check(
  call: Call,
  row: BillingCondition,
  before: BillingCondition | null = null,
): Promise<void> {
  refuseProblems(conditionProblems(row));
  if (row.service !== null && row.service !== before?.service) await refuseUnbillable(call, row.service);
  // Writing the row makes another condition of the client wait, and then see this one.
  await call.tx.execute(sql`update client_accounts set version = version where id = ${row.client}`);
  if (row.archived) return;
  const taken = await keptRows(
    call.tx,
    'billing_condition',
    sql`client = ${row.client} and type = ${row.type} and starts_on = ${row.starts_on} and not archived
      and id <> ${row.id} limit 1`,
  );
  if (taken.length === 0) return;
  const what = CONDITION_LABELS[row.type].toLowerCase();
  refuseProblems({
    starts_on: `There is already a condition for ${what} from ${displayDay(row.starts_on)}. Change or archive it first.`,
  });
}

async function refuseUnbillable({ tx }: Call, service: string): Promise<void> {
  const [found] = await loadRows(tx, 'service', [service]);
  if (!found?.is_billable) refuseProblems({ service: 'Choose a billable service.' });
}
