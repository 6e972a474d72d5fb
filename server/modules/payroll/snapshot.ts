import { dueLines } from '#domain/payroll/due-lines.ts';
import { type CountedLine, type PayLine, type WordlessLine, withReasons } from '#domain/payroll/pay-line.ts';
import type { PeriodDays } from '#domain/payroll/pay-period-rules.ts';
import type { RunKind } from '#domain/payroll/run-states.ts';
import type { Transaction } from '#server/db/database.ts';
import { alikeSessions } from '#server/db/pay-sessions.ts';
import { linesOfWork, payWorkOf } from '#server/db/stored-pay-work.ts';
import { mealPolicies } from '#server/modules/catalog/organization-settings.ts';
import { settledLines, unsettledWork } from './settled-lines.ts';

/** The lines that a run of a pay period pays, as the records give them now. */
export interface Snapshot {
  watermark: string;
  lines: PayLine[];
}

/**
 * Everything that is due for a pay period: its lines, without what runs have settled, and for a regular run also what
 * is still due from earlier periods.
 */
export async function takeSnapshot(tx: Transaction, period: PeriodDays, kind: RunKind): Promise<Snapshot> {
  const policies = await mealPolicies(tx);
  const work = await payWorkOf(tx, { from: period.start_date, to: period.end_date }, null, policies);
  const own = dueLines(linesOfWork(work).map(withReasons), await settledLines(tx, period, null), {
    isLate: false,
    skipsEmpty: kind === 'adjustment',
  });
  if (kind === 'adjustment') return { watermark: work.watermark, lines: own };
  const earlier: PayLine[] = [];
  for (const { providers, keys, ...days } of await unsettledWork(tx, period)) {
    const before = await payWorkOf(tx, { from: days.start_date, to: days.end_date }, providers, policies);
    const lines = linesOfWork(before);
    const settled = await settledLines(tx, days, providers);
    const isAsked = (key: string) => keys?.has(key) ?? true;
    const due = dueLines(
      lines.filter(({ key }) => isAsked(key)).map(withReasons),
      new Map([...settled].filter(([key]) => isAsked(key))),
      { isLate: true, skipsEmpty: keys === null },
    );
    earlier.push(...due);
  }
  return { watermark: work.watermark, lines: [...own, ...earlier] };
}

/** The lines of some days as the records give them now, whatever runs have settled. */
export async function currentLines(
  tx: Transaction,
  span: { from: string; to: string },
  providers: readonly string[] | null = null,
): Promise<WordlessLine[]> {
  return linesOfWork(await payWorkOf(tx, span, providers, await mealPolicies(tx)));
}

/**
 * The lines of some days for sums: sessions that are alike are one line.
 * @param told what they are told apart by, besides provider, day, and service
 */
export async function countedLines(
  tx: Transaction,
  span: { from: string; to: string },
  told: { client?: true } = {},
  providers: readonly string[] | null = null,
): Promise<CountedLine[]> {
  return linesOfWork(await payWorkOf(tx, span, providers, await mealPolicies(tx), alikeSessions(told)));
}
