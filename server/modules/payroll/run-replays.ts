import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { RunLine } from '#contract/payroll.ts';
import { daysOf, type RecordedWrite, rowBefore, stepsUntil } from '#domain/payroll/run-replay.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, displayDay, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNames } from '#server/db/person-name.ts';
import type { Run } from './run-rows.ts';

/** On decisions on lines of a run, by the audit entries that made them. */
const decisionsOn = (run: string) =>
  sql`e.entity = 'payroll_decision' and e.row_id in (select d.id::text from payroll_decisions d where d.run = ${run})`;

/** The Pacific days on which something happened to a run, oldest first. */
export async function daysOfRun(tx: Transaction, { id, steps }: Run): Promise<string[]> {
  const decided = await jsonRows<{ at: string }>(
    tx,
    sql`select ${sql.raw(isoInstant('at', 'e'))} from audit_entries e where ${decisionsOn(id)}`,
  );
  return daysOf([...steps, ...decided].map(({ at }) => at));
}

/** A run as it stood at the end of a Pacific day. */
export function runOn(run: Run, day: string): Run {
  const steps = stepsUntil(run.steps, day);
  const state = steps.at(-1)?.state;
  if (state === undefined) {
    const started = displayDay(pacificDay(run.as_of));
    throw new ApiError('request.invalid', {
      fields: { on: `This run was started on ${started}. Choose that day or a later one.` },
    });
  }
  return { ...run, state, steps };
}

interface Later extends RecordedWrite {
  row_id: string;
}

/** The lines of a run with what was decided on them until the end of a Pacific day. The lines themselves never change. */
export async function linesOn(
  tx: Transaction,
  run: string,
  lines: readonly RunLine[],
  day: string,
): Promise<RunLine[]> {
  const later = await jsonRows<Later>(
    tx,
    sql`select e.row_id, e.row_version as version, e.changes,
        case e.action when 'payroll_decision.create' then 'create' else 'update' end as kind
      from audit_entries e
      where ${decisionsOn(run)} and e.at >= ${pacificInstant(dayPlus(day, 1), '00:00')}::timestamptz
      order by e.id desc`,
  );
  const writes = groupedBy(later, ({ row_id }) => row_id);
  const before = lines.map((line) => ({
    ...line,
    decision: rowBefore(line.decision, writes.get(line.id) ?? []),
  }));
  const names = await personNames(
    tx,
    before.flatMap(({ id, decision }) => (decision === null || !writes.has(id) ? [] : [decision.changed_by])),
  );
  return before.map(({ decision, ...line }) => {
    const changed_by_name = decision === null ? undefined : names.get(decision.changed_by);
    if (decision === null || changed_by_name === undefined) return { ...line, decision };
    return { ...line, decision: { ...decision, changed_by_name } };
  });
}
