import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PayPeriod } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import type {
  PayFile,
  RunFile,
  RunLine,
  RunLines,
  RunStep,
  RunSummary,
  RunWarnings,
} from '#contract/payroll.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { PAY_FILE_HEAD, payFileRows } from '#domain/payroll/pay-file.ts';
import { ownPayFile } from '#domain/payroll/pay-file-layout.ts';
import type { PayLine } from '#domain/payroll/pay-line.ts';
import type { PeriodDays } from '#domain/payroll/pay-period-rules.ts';
import { isRunOpen, lineRefusal, type RunRefusal, stepRefusal } from '#domain/payroll/run-rules.ts';
import type { RunKind, RunState } from '#domain/payroll/run-states.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { organizationSettings } from '#server/modules/catalog/organization-settings.ts';
import {
  undecidedProviders,
  unsubmittedProviders,
  unsyncedPeople,
} from '#server/modules/timesheets/period-closing.ts';
import type { Call } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { openTimes, ratelessByProvider, unsignedNotes } from './closing-lists.ts';
import { lineNames } from './pay-line-names.ts';
import { unratedLines } from './rateless-lines.ts';
import { daysOfRun, linesOn, runOn } from './run-replays.ts';
import {
  decidedLines,
  decisionRecords,
  linesOfRun,
  linesWhere,
  type Run,
  runRecords,
  runsWhere,
  storedRun,
  summariesOf,
  summaryOf,
} from './run-rows.ts';
import { takeSnapshot } from './snapshot.ts';

/** What a run of a pay period would lack, and why it can't start now. */
export async function readStart({ tx, context }: Call, pay_period: string) {
  const period = await periodNamed(tx, pay_period);
  const { lines } = await takeSnapshot(tx, period, 'regular');
  return {
    warnings: await warningsOf(tx, period, lines),
    refusal: await startRefusal(tx, period, context.now),
  };
}

/** Takes the snapshot of a pay period, or takes it again in place of an unfinished run. */
export async function startRun(
  call: Call,
  { id, pay_period, replaces }: { id: string; pay_period: string; replaces: string | null },
): Promise<RunSummary> {
  const { tx, context } = call;
  await lockRuns(tx);
  // No one deletes the period while its run begins.
  await tx.execute(sql`select id from pay_periods where id = ${pay_period} for share`);
  const period = await periodNamed(tx, pay_period);
  if (replaces === null) {
    const refusal = await startRefusal(tx, period, context.now);
    if (refusal !== null) refuseProblems({ pay_period: refusal });
    return makeRun(call, id, period, { kind: 'regular', adjusts: null, note: '', carried: [] });
  }
  const before = await storedRun(tx, replaces);
  refuseOutdated(before, context.base_version);
  if (before.pay_period !== pay_period) refuseProblems({ replaces: 'This run is for another pay period.' });
  refuseFinished(before.state);
  const carried = await linesOfRun(tx, replaces);
  await call.remove(runRecords, before);
  const { kind, adjusts, number } = before;
  return makeRun(call, id, period, { kind, adjusts, note: `Replaces snapshot ${number}.`, carried });
}

/** Makes the run that corrects one that is approved. The one that is corrected stays as it is. */
export async function reopenRun(
  call: Call,
  id: string,
  { id: fresh, reason }: { id: string; reason: string },
): Promise<RunSummary> {
  const { tx } = call;
  await lockRuns(tx);
  const before = await storedRun(tx, id);
  if (reason.trim() === '') refuseProblems({ reason: 'Enter a reason.' });
  if (isRunOpen(before.state)) {
    throw new ApiError('request.invalid', {
      message: "This run isn't approved yet, so there's nothing to reopen.",
    });
  }
  const running = await runningRun(tx);
  if (running !== null) throw new ApiError('request.invalid', { message: runningWords(running) });
  const period = await periodNamed(tx, before.pay_period);
  return makeRun(call, fresh, period, { kind: 'adjustment', adjusts: id, note: reason.trim(), carried: [] });
}

interface NewRun {
  kind: RunKind;
  adjusts: string | null;
  note: string;
  /** Lines of the run that it replaces: decisions stay where the line is the same. */
  carried: readonly RunLine[];
}

async function makeRun(
  call: Call,
  id: string,
  period: PayPeriod,
  { kind, adjusts, note, carried }: NewRun,
): Promise<RunSummary> {
  const { tx, context } = call;
  const { start_date, end_date } = period;
  const { watermark, lines } = await takeSnapshot(tx, period, kind);
  const warnings = await warningsOf(tx, period, lines);
  const [{ count } = { count: 0 }] = await jsonRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from payroll_runs where pay_period = ${period.id}`,
  );
  const run: Run = {
    ...firstRow(call, 'payroll_run', { id, pay_period: period.id }),
    ...{ number: `${end_date}-${count + 1}`, kind, adjusts, start_date, end_date },
    ...{ as_of: new Date(context.now).toISOString(), watermark, warnings },
    steps: [stepOf(call, 'open', note)],
  };
  await call.create(runRecords, run);
  const kept = lines.map((line): RunLine => ({ ...line, why: [...line.why], id: uuidv7(), decision: null }));
  await keepLines(tx, id, kept);
  const decided = await carryDecisions(call, id, kept, carried);
  return summaryOf(run, decided);
}

async function keepLines(tx: Transaction, run: string, lines: readonly RunLine[]): Promise<void> {
  const PER_STATEMENT = 1_000;
  for (let at = 0; at < lines.length; at += PER_STATEMENT) {
    const batch = lines
      .slice(at, at + PER_STATEMENT)
      .map(({ decision: _, ...line }, index) => ({ ...line, run, position: at + index }));
    await tx.execute(
      sql`insert into payroll_lines select * from json_populate_recordset(null::payroll_lines, ${JSON.stringify(batch)}::text::json)`,
    );
  }
}

/** Decisions on lines that are the same in the new snapshot. */
async function carryDecisions(
  call: Call,
  run: string,
  lines: readonly RunLine[],
  carried: readonly RunLine[],
): Promise<RunLine[]> {
  const known = new Map(
    carried.flatMap((line) => (line.decision === null ? [] : [[line.key, line] as const])),
  );
  const result: RunLine[] = [];
  for (const line of lines) {
    const before = known.get(line.key);
    const isSame = before !== undefined && before.minutes === line.minutes;
    if (!isSame || before.decision === null) {
      result.push(line);
      continue;
    }
    const { is_approved, adjusted_minutes, note, changed_by, changed_by_name, captured_at } = before.decision;
    const decision = {
      ...{ id: line.id, run, is_approved, adjusted_minutes, note, changed_by, changed_by_name, captured_at },
      version: 1,
    };
    result.push({ ...line, decision: await call.create(decisionRecords, decision) });
  }
  return result;
}

export async function listRuns({ tx, context }: Call): Promise<{ as_of: string; runs: RunSummary[] }> {
  const runs = await runsWhere(tx, sql`true order by as_of desc, number desc`);
  return { as_of: new Date(context.now).toISOString(), runs: await summariesOf(tx, runs) };
}

/** @param on a Pacific day at whose end the run is asked for; now without it */
export async function readRun(tx: Transaction, id: string, on?: string): Promise<RunFile> {
  const now = wireRow(await storedRun(tx, id));
  const run = on === undefined ? now : runOn(now, on);
  const lines = await linesAsked(tx, id, on);
  const others = await runsWhere(
    tx,
    sql`pay_period = ${run.pay_period} and id <> ${id} order by as_of, number`,
  );
  return {
    run: summaryOf(run, lines),
    others: others.map(({ id: other, number }) => ({ id: other, number })),
    days: await daysOfRun(tx, now),
    unrated: await unratedLines(tx, decidedLines(lines)),
  };
}

async function linesAsked(tx: Transaction, id: string, on: string | undefined): Promise<RunLine[]> {
  const lines = await linesOfRun(tx, id);
  return on === undefined ? lines : linesOn(tx, id, lines, on);
}

/** @param on a Pacific day at whose end they are asked for; now without it */
export async function listRunLines(tx: Transaction, id: string, on?: string): Promise<RunLines> {
  const run = await storedRun(tx, id);
  if (on !== undefined) runOn(run, on);
  const lines = await linesAsked(tx, id, on);
  return { lines, names: await lineNames(tx, lines) };
}

/** Brings a run to its next state. An exported run gets its pay file, once. */
export async function changeRun(
  call: Call,
  id: string,
  change: { state: RunState; note: string },
): Promise<RunSummary> {
  const { tx, actor, context } = call;
  await lockRuns(tx);
  const before = await storedRun(tx, id);
  refuseOutdated(before, context.base_version);
  const lines = await linesOfRun(tx, id);
  const { missing_rates } = summaryOf(wireRow(before), lines).approved;
  refuseCommand(stepRefusal(actor, { ...before, missing_rates }, change));
  if (change.state === 'exported') await makeFile(call, before, decidedLines(lines));
  const next = await call.change(runRecords, before, {
    ...wireRow(before),
    ...{ state: change.state, steps: [...before.steps, stepOf(call, change.state, change.note.trim())] },
  });
  return summaryOf(next, lines);
}

export async function discardRun(call: Call, id: string): Promise<void> {
  await lockRuns(call.tx);
  const before = await storedRun(call.tx, id);
  refuseOutdated(before, call.context.base_version);
  refuseFinished(before.state);
  await call.remove(runRecords, before);
}

/** Decides on a line of a run: approved or left out, and with other minutes. */
export async function decideLine(
  call: Call,
  id: string,
  decision: { is_approved: boolean; adjusted_minutes: number | null; note: string },
): Promise<RunLine> {
  const { tx, actor, context } = call;
  // Lines are decided on before or after a run is approved, never in between.
  await lockRuns(tx);
  const [found] = await linesWhere(tx, sql`l.id = ${id}`);
  if (found === undefined) throw new ApiError('record.absent');
  const { run: of, ...line } = found;
  const run = await storedRun(tx, of);
  const given = { ...decision, note: decision.note.trim() };
  refuseCommand(lineRefusal(actor, line, run.state, given));
  if (line.decision === null) {
    const body = { id, run: run.id, ...given };
    const made = await call.create(decisionRecords, {
      ...firstRow(call, 'payroll_decision', body),
      changed_by_name: actor.name,
    });
    return { ...line, decision: made };
  }
  const before = { ...line.decision, deleted_at: null };
  refuseOutdated(before, context.base_version);
  const captured_at = new Date(context.captured_at).toISOString();
  const by = { changed_by: actor.user_id, changed_by_name: actor.name, captured_at };
  const next = await call.change(decisionRecords, before, { ...line.decision, ...given, ...by });
  return { ...line, decision: next };
}

export async function readFile(tx: Transaction, id: string): Promise<PayFile> {
  await storedRun(tx, id);
  const [file] = await jsonRows<PayFile>(
    tx,
    sql`select file_name, head, rows, own, sha256, ${sql.raw(isoInstant('made_at'))} from payroll_files where run = ${id}`,
  );
  if (file === undefined) {
    throw new ApiError('request.invalid', { message: 'This run has no pay file yet. Export it first.' });
  }
  return file;
}

async function makeFile({ tx, context }: Call, run: Run, lines: readonly PayLine[]): Promise<void> {
  const people = new Map(
    (
      await jsonRows<{ id: string; first: string; last: string; emp: string; payroll_id: string }>(
        tx,
        sql`select p.id, p.provider_first as first, p.provider_last as last, u.emp, a.payroll_id
          from providers p join users u on u.id = p.id join provider_accounts a on a.id = p.id
          where p.id in (select l.provider from payroll_lines l where l.run = ${run.id})`,
      )
    ).map(({ id, first, last, emp, payroll_id }) => [
      id,
      { first, last, payroll_id: payroll_id || id, employment: employmentLabel(emp) },
    ]),
  );
  const head = [...PAY_FILE_HEAD];
  const rows = payFileRows(
    lines.filter(({ is_approved }) => is_approved),
    run,
    (provider) =>
      people.get(provider) ?? { first: '', last: 'Unknown provider', payroll_id: provider, employment: '' },
  );
  const { pay_file_columns: columns, pay_file_codes: codes } = await organizationSettings(tx);
  const own = ownPayFile(rows, { columns, codes });
  const sha256 = createHash('sha256').update(JSON.stringify({ head, rows })).digest('hex');
  await tx.execute(
    sql`insert into payroll_files (run, file_name, head, rows, own, sha256, made_at)
      values (${run.id}, ${`payroll-${run.number}`}, ${JSON.stringify(head)}::jsonb, ${JSON.stringify(rows)}::jsonb,
        ${own === null ? null : JSON.stringify(own)}::jsonb, ${sha256}, ${context.now}::timestamptz)`,
  );
}

/** One person at a time starts, decides on, and approves runs. */
async function lockRuns(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payroll runs', 0))`);
}

export async function periodNamed(tx: Transaction, id: string): Promise<PayPeriod> {
  const [period] = await keptRows(tx, 'pay_period', sql`id = ${id}`);
  if (period === undefined)
    throw new ApiError('request.invalid', { fields: { pay_period: 'Choose a pay period.' } });
  return period;
}

/** @param lines of the snapshot */
async function warningsOf(
  tx: Transaction,
  period: PeriodDays,
  lines: readonly PayLine[],
): Promise<RunWarnings> {
  const requests = await jsonRows<RunWarnings['requests'][number]>(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name, count(s.id)::int as count
      from sessions s join providers p on p.id = s.provider
      where s.session_date between ${period.start_date}::date and ${period.end_date}::date
        and s.approval_request = 'pending' and s.deleted_at is null
      group by p.id order by p.provider_last, p.provider_first, p.id`,
  );
  return {
    unsynced: await unsyncedPeople(tx),
    unsubmitted: await unsubmittedProviders(tx, period),
    undecided: await undecidedProviders(tx, period),
    requests,
    without_payroll_id: await withoutPayrollId(tx, period),
    open_time: await openTimes(tx, period),
    unsigned_notes: await unsignedNotes(tx, period),
    missing_rates: await ratelessByProvider(tx, lines),
  };
}

/** Providers with work in the period of whom the payroll service's name isn't entered. */
function withoutPayrollId(tx: Transaction, { start_date, end_date }: PeriodDays) {
  const within = (day: string) =>
    sql`${sql.raw(day)} between ${start_date}::date and ${end_date}::date and deleted_at is null`;
  return jsonRows<{ id: string; name: string }>(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name
      from providers p join provider_accounts a on a.id = p.id and a.payroll_id = ''
      where p.id in (select provider from sessions where ${within('session_date')}
        union select provider from timecards where ${within('work_date')}
        union select provider from extra_pays where ${within('pay_day')})
      order by p.provider_last, p.provider_first, p.id`,
  );
}

/** Why a regular run of the period can't start now; null if it can. */
export async function startRefusal(tx: Transaction, period: PayPeriod, now: string): Promise<string | null> {
  if (pacificDay(now) <= period.end_date) {
    return `This pay period runs until ${displayDay(period.end_date)}. Start payroll after that day.`;
  }
  const running = await runningRun(tx);
  if (running !== null) return runningWords(running);
  const [done] = await runsWhere(tx, sql`pay_period = ${period.id} order by as_of limit 1`);
  return done === undefined ? null : `Run ${done.number} has paid this period. Reopen it to correct it.`;
}

/** A run that isn't approved yet: there is one at most, so that nothing is paid by two. */
async function runningRun(tx: Transaction): Promise<Run | null> {
  return (await runsWhere(tx, sql`state in ('open', 'review') limit 1`))[0] ?? null;
}

function runningWords({ number }: Run): string {
  return `Run ${number} isn't approved yet. Approve or discard it first.`;
}

function refuseFinished(state: RunState): void {
  if (isRunOpen(state)) return;
  throw new ApiError('request.invalid', { message: "This run is approved, so it can't be changed." });
}

function stepOf({ actor, context }: Call, state: RunState, note: string): RunStep {
  return { state, by: actor.user_id, by_name: actor.name, at: new Date(context.now).toISOString(), note };
}

function refuseCommand(refusal: RunRefusal | null): void {
  if (refusal === null) return;
  const { code, ...details } = refusal;
  throw new ApiError(code, details);
}
