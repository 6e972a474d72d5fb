import { sql } from 'drizzle-orm';
import type { RunDifference } from '#contract/payroll.ts';
import { adjustedLines, differingLines, type LineDifference } from '#domain/payroll/due-lines.ts';
import type { PayLine } from '#domain/payroll/pay-line.ts';
import { isRunOpen } from '#domain/payroll/run-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { unsyncedPeople } from '#server/modules/timesheets/period-closing.ts';
import type { Call } from '#server/records/call.ts';
import { lineNames } from './pay-line-names.ts';
import { decidedLines, linesOfRun, type Run, runsWhere, storedRun } from './run-rows.ts';
import { settledLines } from './settled-lines.ts';
import { currentLines, takeSnapshot } from './snapshot.ts';

/** The lines in which a run differs from another run, or from the current records. */
export async function readDifference(
  { tx, context }: Call,
  id: string,
  other: string | undefined,
): Promise<RunDifference> {
  const run = await storedRun(tx, id);
  const rows = await (other === undefined
    ? sinceRun(tx, run)
    : betweenRuns(tx, run, await storedRun(tx, other)));
  return {
    ...{ as_of: new Date(context.now).toISOString(), rows, names: await lineNames(tx, rows) },
    unsynced: other === undefined ? await unsyncedPeople(tx) : null,
  };
}

async function betweenRuns(tx: Transaction, run: Run, other: Run): Promise<LineDifference[]> {
  const [first, second] = run.as_of <= other.as_of ? [run, other] : [other, run];
  return differingLines(await linesThrough(tx, first), await linesThrough(tx, second));
}

/** The lines of a run; an adjustment's stand on top of those of the finished runs before it. */
async function linesThrough(tx: Transaction, run: Run): Promise<PayLine[]> {
  const linesOf = async ({ id }: Run) => decidedLines(await linesOfRun(tx, id));
  if (run.kind === 'regular') return linesOf(run);
  const earlier = await runsWhere(
    tx,
    sql`pay_period = ${run.pay_period} and (as_of, number) < (${run.as_of}::timestamptz, ${run.number})
      order by as_of, number`,
  );
  let lines: PayLine[] = [];
  for (const one of [...earlier.filter(({ state }) => !isRunOpen(state)), run]) {
    lines = adjustedLines(lines, await linesOf(one));
  }
  return lines;
}

/** Of a run that is being checked, what a new snapshot would change; of one that is done, what reopening would pay. */
async function sinceRun(tx: Transaction, run: Run): Promise<LineDifference[]> {
  if (isRunOpen(run.state)) {
    const lines = (await linesOfRun(tx, run.id)).map(({ id: _, decision: __, ...line }) => line);
    return differingLines(lines, (await takeSnapshot(tx, run, run.kind)).lines);
  }
  const unrated = new Map(
    (await linesOfRun(tx, run.id))
      .filter(({ amount_cents }) => amount_cents === null)
      .map(({ key, minutes }) => [key, minutes]),
  );
  // No rate then and none now isn't a difference.
  const now = (await currentLines(tx, { from: run.start_date, to: run.end_date })).filter(
    ({ key, minutes, amount_cents }) => amount_cents !== null || unrated.get(key) !== minutes,
  );
  const settled = await settledLines(tx, run, null);
  // Nothing settled and nothing now isn't a difference; a settled line counts as approved, even if it was left out.
  const pays = ({ minutes, amount_cents }: Pick<PayLine, 'minutes' | 'amount_cents'>) =>
    minutes !== 0 || amount_cents !== 0;
  return differingLines(
    [...settled.values()].filter(pays).map((line) => ({ ...line, is_approved: true })),
    now.filter(pays).map((line) => (settled.has(line.key) ? { ...line, is_approved: true } : line)),
  );
}
