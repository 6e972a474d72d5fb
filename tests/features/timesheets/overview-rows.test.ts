import { expect, test } from 'vitest';
import { overviewRows, rowStatusWords, shownStatus } from '#features/timesheets/overview-rows.ts';

const totals = {
  sessions: 4,
  direct_minutes: 120,
  indirect_minutes: 30,
  meal_minutes: 30,
  paused_minutes: 0,
  paid_minutes: 450,
  expected_minutes: 480,
};
const sheet = (provider_id: string, revision: number, status: 'submitted' | 'approved' | 'rejected') => ({
  ...{ provider_id, revision, status, totals, waiting_for: 0, version: 1 },
  captured_at: `2026-03-1${revision}T00:00:00.000Z`,
});
const person = (id: string, archived = false) => ({ id, name: id, archived });

test('lists everyone active with the newest revision, and former staff only with a timesheet', () => {
  const rows = overviewRows(
    [person('cleo'), person('ben'), person('ann', true), person('dan', true)],
    [sheet('ben', 1, 'rejected'), sheet('ben', 2, 'submitted'), sheet('dan', 1, 'approved')],
    false,
    new Map([['cleo', totals]]),
  );
  expect(rows.map(({ name, status, revision }) => [name, status, revision])).toEqual([
    ['ben', 'submitted', 2],
    ['cleo', 'not-submitted', null],
    ['dan', 'approved', 1],
  ]);
  expect(rows[0]).toMatchObject({ submitted_at: '2026-03-12T00:00:00.000Z' });
  expect(rows[1]).toMatchObject({ submitted_at: null, totals, submitted_totals: null });
});

test('approved timesheets are locked with their period', () => {
  expect(overviewRows([person('ben')], [sheet('ben', 1, 'approved')], true, new Map())[0]?.status).toBe(
    'locked',
  );
});

test('only completely arrived timesheets are submitted and can be decided', () => {
  const rows = overviewRows(
    [person('ann'), person('ben'), person('cleo'), person('dan')],
    [
      sheet('ann', 1, 'submitted'),
      { ...sheet('ben', 1, 'submitted'), waiting_for: 3 },
      { ...sheet('dan', 1, 'submitted'), version: 0 },
    ],
    false,
    new Map(),
  );
  expect(rows.map(shownStatus)).toEqual(['submitted', 'waiting', 'not-submitted', 'waiting']);
  expect(rows.map((row) => [row.name, rowStatusWords(row), row.revision])).toEqual([
    ['ann', 'Submitted', 1],
    ['ben', 'Waiting for 3 items', 1],
    ['cleo', 'Not submitted', null],
    ['dan', 'Not submitted yet', null],
  ]);
});

const now = { ...totals, expected_minutes: 520 };
test.each([
  ['submitted', now, { totals: now, submitted_totals: totals }],
  ['approved', now, { totals: now, submitted_totals: totals }],
  ['submitted', totals, { totals, submitted_totals: null }],
  ['rejected', now, { totals: now, submitted_totals: null }],
  ['submitted', undefined, { totals: null, submitted_totals: totals }],
] as const)('a %s timesheet says what was submitted only where that differs', (status, known, shown) => {
  const known_now = new Map(known === undefined ? [] : [['ben', known] as const]);
  expect(overviewRows([person('ben')], [sheet('ben', 1, status)], false, known_now)[0]).toMatchObject(shown);
});
