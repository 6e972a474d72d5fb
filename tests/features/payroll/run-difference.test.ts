import { expect, test } from 'vitest';
import type { RunState } from '#domain/payroll/run-states.ts';
import { runDifference } from '#features/payroll/run-difference.tsx';
import { payrollRun } from '#tests/support/payroll-run.ts';

const other = { ...payrollRun, id: 'earlier', number: '2026-10-31-1' };

test.each<[RunState, string | undefined, string]>([
  ['open', undefined, 'Compared with records now: what a new snapshot would change.'],
  ['closed', undefined, 'Compared with records now: what reopening would pay.'],
  ['closed', 'earlier', 'Compared with run 2026-10-31-1.'],
  ['closed', 'unknown', 'Compared with records now: what reopening would pay.'],
])('the differences of a run that is %s, to %s, say what it is compared with', (state, chosen, words) => {
  const { remark } = runDifference({ run: { ...payrollRun, state }, others: [other] }, chosen);
  expect(remark?.([], [])).toContain(words);
});
