import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PayPeriod } from '#contract/catalog.ts';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { PayPeriodFile, PayPeriodStep, PeriodChange, UsedPayPeriod } from '#contract/pay-periods.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import {
  missingPeriods,
  type PeriodDays,
  type PeriodUses,
  periodChangeProblems,
  periodDeletionProblem,
} from '#domain/payroll/pay-period-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, storedRow } from '#server/db/entity-rows.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { shownName } from '#server/db/person-name.ts';
import { organizationSettings } from '#server/modules/catalog/organization-settings.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';

const periods: Records<PayPeriod> = { entity: 'pay_period', scopes: () => ['global'], about: () => ({}) };
const steps: Records<EntityRow<'pay_period_step'>> = {
  entity: 'pay_period_step',
  scopes: () => [],
  about: () => ({}),
};

type Obstacles = PayPeriodFile['obstacles'];

function listPayPeriods(tx: Transaction): Promise<PayPeriod[]> {
  return keptRows(tx, 'pay_period', sql`true order by start_date`);
}

/** All pay periods with what refers to them, oldest first. */
export async function listUsedPeriods(tx: Transaction): Promise<UsedPayPeriod[]> {
  const uses = await usesOfPeriods(tx, sql`true`);
  return (await listPayPeriods(tx)).map((period) => ({ ...period, uses: uses.get(period.id) ?? NO_USES }));
}

const NO_USES: PeriodUses = { timesheets: 0, runs: 0, steps: 0 };

/** @param which a condition on `pay_periods p` */
async function usesOfPeriods(tx: Transaction, which: SQL): Promise<Map<string, PeriodUses>> {
  const rows = await jsonRows<PeriodUses & { id: string }>(
    tx,
    sql`select p.id,
        (select count(*)::int from timesheets t where t.deleted_at is null
          and daterange(t.period_start_date, t.period_end_date, '[]')
            && daterange(p.start_date, p.end_date, '[]')) as timesheets,
        (select count(*)::int from payroll_runs r where r.pay_period = p.id) as runs,
        (select count(*)::int from pay_period_steps s where s.pay_period = p.id) as steps
      from pay_periods p where ${which}`,
  );
  return new Map(rows.map(({ id, ...uses }) => [id, uses]));
}

/** Adds the pay periods that a fiscal year lacks, by the organization's rule. Refuses if none is missing. */
export async function createYear(call: Call, start_year: number): Promise<PayPeriod[]> {
  const { tx } = call;
  // Two people at the same time would add the same periods: the second waits, and finds nothing missing.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pay periods', 0))`);
  const rule = await organizationSettings(tx);
  const missing = missingPeriods(
    rule,
    `${start_year}-07-01`,
    `${start_year + 1}-06-30`,
    await listPayPeriods(tx),
  );
  if (missing.length === 0) {
    refuseProblems({ start_year: `Every day of ${fiscalYearText(start_year)} already has a pay period.` });
  }
  const made: PayPeriod[] = [];
  for (const days of missing) {
    const row = { id: uuidv7(), ...days, closed_at: null, is_locked: false, version: 1 };
    made.push(await call.create(periods, row));
  }
  return made;
}

export async function readPayPeriod(tx: Transaction, id: string): Promise<PayPeriodFile> {
  const before = await storedRow(tx, 'pay_period', id);
  if (before === null) throw new ApiError('record.absent');
  const uses = (await usesOfPeriods(tx, sql`p.id = ${id}`)).get(id) ?? NO_USES;
  const period = { ...wireRow(before), uses };
  return { period, obstacles: await obstaclesOf(tx, period), steps: await stepsOf(tx, id) };
}

/** Closes, locks, or reopens a pay period, and adds the step to its history. */
export async function changePayPeriod(call: Call, id: string, change: PeriodChange): Promise<PayPeriod> {
  const { tx, context } = call;
  // Writes of its days hold a share of the row: this waits for them, and later ones see the new state.
  await tx.execute(sql`select id from pay_periods where id = ${id} for update`);
  const before = await storedRow(tx, 'pay_period', id);
  if (before === null) throw new ApiError('record.absent');
  refuseOutdated(before, context.base_version);
  refuseProblems({
    ...periodChangeProblems(before, change, {
      today: pacificDay(context.now),
      obstacles: await obstaclesOf(tx, before),
    }),
  });
  const now = new Date(context.now).toISOString();
  const next = await call.change(periods, before, {
    ...wireRow(before),
    // A period that was closed before stays so: what came since is late already.
    closed_at: change.state === 'open' ? null : (before.closed_at ?? now),
    is_locked: change.state === 'locked',
  });
  const body = { id: uuidv7(), pay_period: id, state: change.state, reason: change.reason.trim() };
  await call.create(steps, firstRow(call, 'pay_period_step', body));
  return next;
}

/**
 * Deletes a pay period that was never used, so that its days have none.
 *
 * @throws ApiError `record.in-use` if timesheets, runs, or its history refer to it
 */
export async function deletePayPeriod(call: Call, id: string): Promise<void> {
  const { tx, context } = call;
  // Timesheets and runs hold a share of the row: this waits for them, and later ones find no period.
  await tx.execute(sql`select id from pay_periods where id = ${id} for update`);
  const before = await storedRow(tx, 'pay_period', id);
  if (before === null) throw new ApiError('record.absent');
  refuseOutdated(before, context.base_version);
  const uses = (await usesOfPeriods(tx, sql`p.id = ${id}`)).get(id) ?? NO_USES;
  const problem = periodDeletionProblem(before, uses);
  if (problem !== null) throw new ApiError('record.in-use', { message: problem });
  await call.withdraw(periods, [before]);
}

function stepsOf(tx: Transaction, id: string): Promise<PayPeriodStep[]> {
  return keptRows(tx, 'pay_period_step', sql`pay_period = ${id} order by captured_at desc, id desc`);
}

async function obstaclesOf(tx: Transaction, { start_date, end_date }: PeriodDays): Promise<Obstacles> {
  const newest = newestStatus({ start_date, end_date });
  const within = (day: string) => withinDays(day, { start_date, end_date });
  const [counts] = await jsonRows<Omit<Obstacles, 'unsubmitted' | 'unsynced'>>(
    tx,
    sql`select
        (select count(*)::int from providers p where ${newest} = 'submitted') as undecided_timesheets,
        (select count(*)::int from sessions
          where ${within('session_date')} and approval_request = 'pending' and deleted_at is null
        ) as undecided_requests,
        (select count(*)::int from quarantined_writes
          where decision = 'open' and content is not null) as held_changes`,
  );
  return {
    ...(counts ?? { undecided_timesheets: 0, undecided_requests: 0, held_changes: 0 }),
    unsubmitted: await unsubmittedProviders(tx, { start_date, end_date }),
    unsynced: await unsyncedPeople(tx),
  };
}

/** On `providers p`: the status of the newest timesheet of a pay period. */
function newestStatus({ start_date }: PeriodDays): SQL {
  return sql`(select t.status from timesheets t
    where t.provider_id = p.id and t.period_start_date = ${start_date} and t.deleted_at is null
    order by t.revision desc limit 1)`;
}

function withinDays(day: string, { start_date, end_date }: PeriodDays): SQL {
  return sql`${sql.raw(day)} between ${start_date}::date and ${end_date}::date`;
}

/** Providers with work in a pay period whose timesheet isn't submitted, by name. */
export function unsubmittedProviders(tx: Transaction, period: PeriodDays): Promise<Obstacles['unsubmitted']> {
  return jsonRows(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name from providers p
      where coalesce(${newestStatus(period)}, '') not in ('submitted', 'approved', 'locked') and (
        exists (select 1 from sessions s
          where s.provider = p.id and ${withinDays('s.session_date', period)} and s.deleted_at is null)
        or exists (select 1 from timecards c
          where c.provider = p.id and ${withinDays('c.work_date', period)} and c.deleted_at is null))
      order by p.provider_last, p.provider_first, p.id`,
  );
}

/** Providers whose timesheet of a pay period is submitted and not decided on, by name. */
export function undecidedProviders(tx: Transaction, period: PeriodDays): Promise<Obstacles['unsubmitted']> {
  return jsonRows(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name from providers p
      where ${newestStatus(period)} = 'submitted' order by p.provider_last, p.provider_first, p.id`,
  );
}

/** People whose devices hold unsynced changes, as they last reported, by name. Wiped devices have none. */
export function unsyncedPeople(tx: Transaction): Promise<Obstacles['unsynced']> {
  return jsonRows(
    tx,
    sql`select d.user_id as id, ${sql.raw(shownName('u', 'p'))} as name,
        d.changes::int as changes, ${sql.raw(isoInstant('since'))}
      from (
        select user_id, sum(unsent_count) as changes, min(unsent_since) as since from devices
        where unsent_count > 0 and wiped_at is null group by user_id
      ) d
      join users u on u.id = d.user_id left join providers p on p.id = u.id
      order by name, u.id`,
  );
}
