import { type SQL, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { PayrollRun, RunLine, RunSummary } from '#contract/payroll.ts';
import { addedSums, decidedLine, type PayLine, type PaySum, paySum } from '#domain/payroll/pay-line.ts';
import { EXTRA_PAY_TYPES } from '#domain/payroll/pay-types.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Kept, keptRows, storedRow } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Records } from '#server/records/call.ts';

export type Run = PayrollRun;
export type Decision = EntityRow<'payroll_decision'>;

export const runRecords: Records<Run> = { entity: 'payroll_run', scopes: () => [], about: () => ({}) };
export const decisionRecords: Records<Decision> = {
  entity: 'payroll_decision',
  scopes: () => [],
  about: () => ({}),
};

/** The run with its server-only fields; absent if it was discarded. */
export async function storedRun(tx: Transaction, id: string): Promise<Run & Kept> {
  const run = await storedRow(tx, 'payroll_run', id);
  if (run === null || run.deleted_at !== null) throw new ApiError('record.absent');
  return run as Run & Kept;
}

export function runsWhere(tx: Transaction, where: SQL): Promise<Run[]> {
  return keptRows(tx, 'payroll_run', where) as Promise<Run[]>;
}

type StoredLine = Omit<RunLine, 'decision'> & { run: string };

/**
 * Lines in their order, with what was decided on them.
 * @param where on `payroll_lines l`
 */
export async function linesWhere(tx: Transaction, where: SQL): Promise<(RunLine & { run: string })[]> {
  const lines = await jsonRows<StoredLine>(
    tx,
    sql`select id, run, key, kind, provider, day, session, session_version, service, client, minutes, hourly_cents,
        percent, amount_cents, is_approved, is_late, finding, why
      from payroll_lines l where ${where} order by run, position`,
  );
  const decisions = await keptRows(
    tx,
    'payroll_decision',
    sql`id in (select l.id from payroll_lines l where ${where})`,
  );
  const decisionOn = new Map(decisions.map((one) => [one.id, one]));
  return lines.map((line) => ({ ...line, decision: decisionOn.get(line.id) ?? null }));
}

export async function linesOfRun(tx: Transaction, run: string): Promise<RunLine[]> {
  return (await linesWhere(tx, sql`l.run = ${run}`)).map(({ run: _, ...line }) => line);
}

/** The lines as the office decided on them. */
export function decidedLines(lines: readonly RunLine[]): PayLine[] {
  return lines.map(({ id: _, decision, ...line }) => ({ ...line, ...decidedLine(line, decision) }));
}

/** The run with the sums of its lines as the office decided on them. */
export function summaryOf(run: Run, lines: readonly RunLine[]): RunSummary {
  const decided = decidedLines(lines);
  return withSums(run, {
    approved: paySum(decided.filter(({ is_approved }) => is_approved)),
    unapproved: paySum(decided.filter(({ is_approved }) => !is_approved)),
  });
}

function withSums(run: Run, sums: { approved: PaySum; unapproved: PaySum }): RunSummary {
  return { ...run, ...sums, started_by_name: run.steps[0]?.by_name ?? '' };
}

/** Runs with their sums. Lines that no one decided on are summed by the database: there are thousands. */
export async function summariesOf(tx: Transaction, runs: readonly Run[]): Promise<RunSummary[]> {
  const time = sql`kind in ('session', 'clock')`;
  const extra = sql`kind = any(${arrayParam(EXTRA_PAY_TYPES, 'text')})`;
  const sums = await jsonRows<PaySum & { run: string; is_approved: boolean }>(
    tx,
    sql`select l.run, l.is_approved, count(*)::int as lines,
        coalesce(sum(l.minutes) filter (where ${time}), 0)::int as minutes,
        coalesce(sum(l.amount_cents), 0)::int as amount_cents,
        coalesce(sum(l.amount_cents) filter (where not ${time} and not ${extra}), 0)::int as premium_cents,
        coalesce(sum(l.amount_cents) filter (where ${extra}), 0)::int as extra_cents,
        (count(*) filter (where l.amount_cents is null))::int as missing_rates
      from payroll_lines l
      where l.run = any(${arrayParam(
        runs.map(({ id }) => id),
        'uuid',
      )}) and not exists (select from payroll_decisions d where d.id = l.id)
      group by l.run, l.is_approved`,
  );
  const decided = groupedBy(
    await linesWhere(tx, sql`l.id in (select d.id from payroll_decisions d)`),
    ({ run }) => run,
  );
  return runs.map((run) => {
    const own = decidedLines(decided.get(run.id) ?? []);
    const sumOf = (isApproved: boolean) => {
      const undecided = sums.find((sum) => sum.run === run.id && sum.is_approved === isApproved);
      const rest = paySum(own.filter(({ is_approved }) => is_approved === isApproved));
      return undecided === undefined ? rest : addedSums(undecided, rest);
    };
    return withSums(run, { approved: sumOf(true), unapproved: sumOf(false) });
  });
}
