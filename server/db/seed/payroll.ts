import { createHash } from 'node:crypto';
import { and, between, gt } from 'drizzle-orm';
import type { RunStep } from '#contract/payroll.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { ROLES } from '#domain/access/roles.ts';
import { PAY_FILE_HEAD, payFileRows } from '#domain/payroll/pay-file.ts';
import { decidedLine, type PayLine, withReasons } from '#domain/payroll/pay-line.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { payroll_decisions, payroll_files, payroll_lines, payroll_runs } from '#server/db/schema/payroll.ts';
import { provider_accounts } from '#server/db/schema/provider-accounts.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { linesOfWork, payWorkOf } from '#server/db/stored-pay-work.ts';
import { bulkInsert } from './bulk-insert.ts';
import type { SeededPayPeriod } from './catalog.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';

type SeededRun = typeof payroll_runs.$inferSelect;
type SeededLine = typeof payroll_lines.$inferSelect;
type SeededDecision = typeof payroll_decisions.$inferSelect;

const HOUR_MS = 3_600_000;
/** Some long sessions are adjusted. */
const LONG_MINUTES = 45;
const ADJUSTED = 2;

/** The run of the pay period before the last closed one: paid. The last one waits for someone to start payroll. */
export async function seedPayroll(
  tx: Transaction,
  random: Random,
  people: People,
  periods: readonly SeededPayPeriod[],
): Promise<void> {
  const period = periods.filter(({ closed_at }) => closed_at !== null).at(-2);
  const clerk = people.users.find(
    ({ role, grants }) => role === ROLES.admin && grants.includes('payroll.view'),
  );
  const boss = people.users.find(({ role }) => role === ROLES.superAdmin);
  if (period === undefined || clerk === undefined || boss === undefined) return;
  const { start_date, end_date } = period;
  const work = await payWorkOf(tx, { from: start_date, to: end_date }, null, []);
  const startedMs = Date.parse(pacificInstant(dayPlus(end_date, 2), '09:00'));
  const at = (hours: number) => new Date(startedMs + hours * HOUR_MS).toISOString();
  const step = (state: RunStep['state'], by: typeof clerk, hours: number): RunStep => ({
    ...{ state, by: by.id, by_name: by.full_name, at: at(hours), note: '' },
  });
  const run: SeededRun = {
    ...{ id: random.id(startedMs), pay_period: period.id, number: `${end_date}-1`, kind: 'regular' },
    ...{ adjusts: null, start_date, end_date, state: 'closed', started_by: clerk.id },
    ...{ as_of: at(0), watermark: work.watermark },
    warnings: { unsynced: [], unsubmitted: [], undecided: [], requests: [] },
    steps: [
      step('open', clerk, 0),
      step('review', clerk, 2),
      step('approved', boss, 5),
      step('exported', clerk, 6),
      step('closed', clerk, 7),
    ],
    ...{ deleted_at: null, version: 5 },
  };
  // What was entered after the snapshot is paid with the next run.
  const after = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(between(sessions.session_date, start_date, end_date), gt(sessions.captured_at, at(0))));
  const isLater = new Set(after.map(({ id }) => id));
  const known = linesOfWork(work)
    .filter(({ session }) => session === null || !isLater.has(session))
    .map(withReasons);
  const lines = known.map(
    (line, position): SeededLine => ({
      ...{ ...line, id: random.id(startedMs), run: run.id, position },
    }),
  );
  const decided = (
    line: SeededLine,
    decision: Pick<SeededDecision, 'is_approved' | 'adjusted_minutes' | 'note'>,
  ) => ({
    ...{ id: line.id, run: run.id, ...decision, changed_by: clerk.id, captured_at: at(1), version: 1 },
  });
  const decisions = [
    ...lines
      .filter(({ is_approved, amount_cents }) => is_approved && amount_cents === null)
      .map((line) => decided(line, { is_approved: false, adjusted_minutes: null, note: 'No pay rate yet.' })),
    ...lines
      .filter(({ kind, minutes }) => kind === 'session' && minutes >= LONG_MINUTES)
      .slice(0, ADJUSTED)
      .map((line) =>
        decided(line, {
          ...{
            is_approved: true,
            adjusted_minutes: line.minutes - 15,
            note: 'Ended early, confirmed by phone.',
          },
        }),
      ),
  ];
  const accounts = await tx
    .select({ id: provider_accounts.id, payroll_id: provider_accounts.payroll_id })
    .from(provider_accounts);
  const payrollIds = new Map(accounts.map(({ id, payroll_id }) => [id, payroll_id]));
  await bulkInsert(tx, payroll_runs, [run]);
  await bulkInsert(tx, payroll_lines, lines);
  await bulkInsert(tx, payroll_decisions, decisions);
  await bulkInsert(tx, payroll_files, [fileOf(run, lines, decisions, people, payrollIds, at(6))]);
}

function fileOf(
  run: SeededRun,
  lines: readonly SeededLine[],
  decisions: readonly SeededDecision[],
  { providers }: People,
  payrollIds: ReadonlyMap<string, string>,
  made_at: string,
): typeof payroll_files.$inferSelect {
  const decided = lines.map((line): PayLine => {
    const decision = decisions.find(({ id }) => id === line.id) ?? null;
    return { ...line, ...decidedLine(line, decision) };
  });
  const head = [...PAY_FILE_HEAD];
  const rows = payFileRows(
    decided.filter(({ is_approved }) => is_approved),
    run,
    (id) => {
      const person = providers.find(({ row }) => row.id === id);
      return {
        ...{ first: person?.row.provider_first ?? '', last: person?.row.provider_last ?? '' },
        payroll_id: payrollIds.get(id) || id,
        employment: employmentLabel(person?.emp ?? ''),
      };
    },
  );
  const sha256 = createHash('sha256').update(JSON.stringify({ head, rows })).digest('hex');
  return { run: run.id, file_name: `payroll-${run.number}`, head, rows, own: null, sha256, made_at };
}
