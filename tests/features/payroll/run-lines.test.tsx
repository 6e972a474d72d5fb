import { randomUUID } from 'node:crypto';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunLine } from '#contract/payroll.ts';
import { ROLES } from '#domain/access/roles.ts';
import { runReport } from '#features/payroll/run-lines.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { payrollRun } from '#tests/support/payroll-run.ts';

const [ANA, SPEECH] = [randomUUID(), randomUUID()];

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.close();
});

const line = (changes: Partial<RunLine>): RunLine => ({
  ...{ id: randomUUID(), key: randomUUID(), kind: 'session', provider: ANA, day: '2026-02-17' },
  ...{ session: randomUUID(), session_version: 1, service: SPEECH, client: null, minutes: 30 },
  ...{ hourly_cents: 4_000, percent: 100, amount_cents: 2_000, is_approved: true, is_late: false },
  ...{ finding: null, why: ['30 min at $40.00 an hour: $20.00.'], decision: null, ...changes },
});
const unrated = { hourly_cents: null, amount_cents: null, finding: 'missing-rate' } as const;

function open(lines: readonly RunLine[]) {
  const names = {
    ...{
      providers: [{ id: ANA, name: 'Ana Reyes' }],
      services: [{ id: SPEECH, name: 'Speech' }],
      clients: [],
    },
  };
  const report = runReport({ run: payrollRun, days: [], stoodOn: null }, async () => undefined);
  return openReport(device, report, () => ({ lines, names }), { role: ROLES.superAdmin });
}

test.each([
  ['with a rate', [line({})], '$20.00 is left out of this run. Overtime'],
  [
    'without a rate: never $0.00',
    [line(unrated)],
    "1 line has no pay rate, so the amount isn't known yet. Overtime",
  ],
  [
    'of both kinds',
    [line({}), line(unrated), line(unrated)],
    "$20.00 is left out of this run. 2 lines have no pay rate, so the amount isn't known yet. Overtime",
  ],
])('says what leaving out lines comes to: %s', async (_, lines, words) => {
  const { user } = open(lines);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: /^Leave out/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(words);
});

test.each([
  ['5', 'Pays $3.33.'],
  ['-5', 'Leave blank to keep 30 minutes ($20.00).'],
  ['1441', 'Leave blank to keep 30 minutes ($20.00).'],
])('minutes are adjusted to %s: %s', async (typed, words) => {
  const { user } = open([line({})]);
  await user.click(await screen.findByRole('button', { name: /^Adjust/ }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Adjusted minutes'), typed);
  expect(dialog.textContent).toContain(words);
});

test('an adjusted line says who adjusted it, and why', async () => {
  const adjusted = line({
    decision: {
      ...{ id: randomUUID(), run: payrollRun.id, is_approved: true, adjusted_minutes: 15, version: 1 },
      ...{ note: 'Left early.', changed_by: ANA, changed_by_name: 'Dana Ruiz' },
      captured_at: '2026-03-02T18:00:00.000Z',
    },
  });
  const { user } = open([adjusted]);
  await user.click(await screen.findByRole('button', { name: /\$10\.00, why this number/ }));
  const why = await screen.findByRole('dialog');
  expect(within(why).getByText(/^Decision: /).textContent).toBe(
    'Decision: Approved · 0:30 → 0:15 · Left early. · Dana Ruiz, 03/02/2026 10:00 AM',
  );
});
