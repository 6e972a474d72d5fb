import { type SQL, sql } from 'drizzle-orm';
import type { SettledLine } from '#domain/payroll/due-lines.ts';
import { type ExtraPay, extraPayKey, extraPaySum } from '#domain/payroll/extra-pay.ts';
import type { PeriodDays } from '#domain/payroll/pay-period-rules.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';

/** On `payroll_runs r`: runs whose lines count as paid. */
const finished = sql`r.deleted_at is null and r.state in ('approved', 'exported', 'closed')`;

/**
 * Lines `l` with their runs `r`: those that a finished run has paid, and those that the office left out on purpose.
 * What was only not approved yet, or had no rate, is still due.
 */
const settled = sql`payroll_lines l join payroll_runs r on r.id = l.run and ${finished}
  left join payroll_decisions d on d.id = l.id
  where (d.id is not null or l.is_approved) and l.amount_cents is not null`;

/**
 * The number of the newest finished run that has settled a line; null if none has.
 * @param which on `payroll_lines l`
 */
export function settledRun(which: SQL): SQL {
  return sql`(select r.number from ${settled} and ${which} order by r.as_of desc limit 1)`;
}

/**
 * What runs have settled of some days, by key.
 * @param providers null for everyone
 */
export async function settledLines(
  tx: Transaction,
  { start_date, end_date }: PeriodDays,
  providers: readonly string[] | null,
): Promise<Map<string, SettledLine>> {
  const theirs = providers === null ? sql`true` : sql`l.provider = any(${arrayParam(providers, 'uuid')})`;
  const rows = await jsonRows<SettledLine>(
    tx,
    sql`select l.key, (array_agg(l.kind order by r.as_of desc))[1] as kind, l.provider, l.day,
        (array_agg(l.session order by r.as_of desc))[1] as session,
        (array_agg(l.service order by r.as_of desc))[1] as service,
        (array_agg(l.client order by r.as_of desc))[1] as client,
        sum(l.minutes)::int as minutes, coalesce(sum(l.amount_cents), 0)::int as amount_cents,
        (array_agg(r.number order by r.as_of desc))[1] as run
      from ${settled} and l.day between ${start_date}::date and ${end_date}::date and ${theirs}
      group by l.key, l.provider, l.day`,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Providers with sessions of an earlier pay period that differ from what its runs have settled. */
export interface UnsettledWork extends PeriodDays {
  providers: string[];
  /** Only these lines are due; null where the whole period is compared. */
  keys: ReadonlySet<string> | null;
}

interface Found extends PeriodDays {
  provider: string;
  /** Of its line. */
  key: string;
}

interface FoundExtra extends ExtraPay, PeriodDays {
  is_deleted: boolean;
  /** What runs have settled of it; null if none has. */
  settled_cents: number | null;
}

/**
 * Work from before a pay period that is still due.
 *
 * Of periods with a run: sessions that it didn't settle, and those that changed since or were deleted. Of periods that
 * were paid elsewhere: sessions entered late since the last run, or since this period began if there is none. Mileage and
 * paid time off of any earlier day are due until a run has settled them as they are.
 */
export async function unsettledWork(tx: Transaction, before: PeriodDays): Promise<UnsettledWork[]> {
  const hasRun = sql`exists (select from payroll_runs r where r.pay_period = q.id and ${finished})`;
  const since = sql`coalesce((select max(r.as_of) from payroll_runs r where ${finished}),
    ${pacificInstant(before.start_date, '00:00')}::timestamptz)`;
  const matching = (extra: SQL) => sql`select from ${settled} and l.session = s.id ${extra}`;
  const work = (where: SQL) =>
    jsonRows<Found>(
      tx,
      sql`select q.start_date, q.end_date, s.provider, 'session ' || s.id as key
        from sessions s join pay_periods q on s.session_date between q.start_date and q.end_date
        where q.end_date < ${before.start_date}::date and not s.is_history and ${where}
        order by q.start_date, s.provider, s.id`,
    );
  const changed = await work(sql`${hasRun} and (
    (s.deleted_at is null and not exists (${matching(sql`and l.session_version = s.version`)}))
    or (s.deleted_at is not null and exists (${matching(sql``)})))`);
  const late = await work(sql`not ${hasRun} and s.late_for_payroll and s.deleted_at is null
    and s.captured_at >= ${since} and not exists (${matching(sql``)})`);
  const extras = await jsonRows<FoundExtra>(
    tx,
    sql`select q.start_date, q.end_date, e.id, e.provider, e.pay_type, e.pay_day,
        e.quantity_hundredths, e.rate_tenths, e.reason, e.deleted_at is not null as is_deleted,
        (select sum(l.amount_cents)::int from ${settled} and l.key = 'extra ' || e.id
          and l.provider = e.provider and l.day = e.pay_day) as settled_cents
      from extra_pays e join pay_periods q on e.pay_day between q.start_date and q.end_date
      where q.end_date < ${before.start_date}::date order by q.start_date, e.provider, e.id`,
  );
  for (const extra of extras) {
    const { start_date, end_date, provider, is_deleted, settled_cents } = extra;
    const key = extraPayKey(extra.id);
    const { amount_cents } = extraPaySum(extra);
    const isCompared = changed.some((one) => one.start_date === start_date && one.provider === provider);
    if (isCompared || settled_cents === (is_deleted ? null : amount_cents)) continue;
    late.push({ start_date, end_date, provider, key });
  }
  return [
    ...byPeriod(changed).map(([days, rows]) => ({ ...days, providers: providersOf(rows), keys: null })),
    ...byPeriod(late).map(([days, rows]) => ({
      ...{ ...days, providers: providersOf(rows) },
      keys: new Set(rows.map(({ key }) => key)),
    })),
  ];
}

function byPeriod(rows: readonly Found[]): [PeriodDays, Found[]][] {
  return [...groupedBy(rows, ({ start_date }) => start_date).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [[{ start_date: first.start_date, end_date: first.end_date }, group] as [PeriodDays, Found[]]];
  });
}

function providersOf(rows: readonly Found[]): string[] {
  return [...new Set(rows.map(({ provider }) => provider))];
}
