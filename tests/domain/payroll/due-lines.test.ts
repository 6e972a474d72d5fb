import { describe, expect, test } from 'vitest';
import { adjustedLines, differingLines, dueLines, type SettledLine } from '#domain/payroll/due-lines.ts';
import type { PayLine } from '#domain/payroll/pay-line.ts';

const line = (changes: Partial<PayLine> = {}): PayLine => ({
  ...{
    key: 'session a',
    kind: 'session',
    provider: 'p',
    day: '2026-03-02',
    session: 'a',
    session_version: 1,
  },
  ...{ service: 's', client: 'c', minutes: 60, hourly_cents: 4_000, percent: 100, amount_cents: 4_000 },
  ...{ is_approved: true, is_late: false, finding: null, why: ['Now.'] },
  ...changes,
});

const settled = (changes: Partial<SettledLine> = {}): [string, SettledLine] => {
  const { key, kind, provider, day, session, service, client } = line();
  const row = {
    ...{ key, kind, provider, day, session, service, client, minutes: 60, amount_cents: 4_000 },
    ...{ run: '2026-03-15-1', ...changes },
  };
  return [row.key, row];
};

describe('what is due', () => {
  test.each([
    ['a line that no run settled', [line()], [], [[60, 4_000]]],
    ['nothing that was settled as it is', [line()], [settled()], []],
    [
      'the difference of a line that became longer',
      [line({ minutes: 75, amount_cents: 5_000 })],
      [settled()],
      [[15, 1_000]],
    ],
    [
      'the difference of a line whose rate changed',
      [line({ amount_cents: 3_900 })],
      [settled()],
      [[0, -100]],
    ],
    ['all of a line that is gone, taken back', [], [settled()], [[-60, -4_000]]],
    ['nothing of a line that is gone and was taken back', [], [settled({ minutes: 0, amount_cents: 0 })], []],
    [
      'a line that lost its rate, for someone to look at',
      [line({ minutes: 75, amount_cents: null })],
      [settled()],
      [[75, null]],
    ],
  ] as [string, PayLine[], [string, SettledLine][], unknown[]][])('%s', (_, lines, before, expected) => {
    const due = dueLines(lines, new Map(before), { isLate: false, skipsEmpty: false });
    expect(due.map(({ minutes, amount_cents }) => [minutes, amount_cents])).toEqual(expected);
  });

  test('a second run of differences finds nothing more', () => {
    const now = line({ minutes: 75, amount_cents: 5_000 });
    const [first] = dueLines([now], new Map([settled()]), { isLate: false, skipsEmpty: true });
    const after = settled({
      minutes: 60 + (first?.minutes ?? 0),
      amount_cents: 4_000 + (first?.amount_cents ?? 0),
    });
    expect(dueLines([now], new Map([after]), { isLate: false, skipsEmpty: true })).toEqual([]);
  });

  test('says what was settled before', () => {
    const [first] = dueLines([line({ minutes: 75, amount_cents: 5_000 })], new Map([settled()]), {
      ...{ isLate: true, skipsEmpty: true },
    });
    expect(first).toMatchObject({
      is_late: true,
      why: ['Run 2026-03-15-1 paid 1 h, $40.00. This is the difference.', 'Now.'],
    });
  });

  test('lines that pay nothing are said once, in the first run of a period', () => {
    const empty = [line({ minutes: 0, amount_cents: 0 })];
    expect(dueLines(empty, new Map(), { isLate: false, skipsEmpty: false })).toHaveLength(1);
    expect(dueLines(empty, new Map(), { isLate: true, skipsEmpty: true })).toHaveLength(0);
  });
});

test('two snapshots differ in the lines that changed, came, or went', () => {
  const before = [line(), line({ key: 'session b' }), line({ key: 'session c' })];
  const after = [
    line(),
    line({ key: 'session b', minutes: 30, amount_cents: 2_000 }),
    line({ key: 'session d' }),
  ];
  const figures = { minutes: 60, amount_cents: 4_000, is_approved: true };
  expect(differingLines(before, after).map((one) => [one.key, one.before, one.after])).toEqual([
    ['session b', figures, { minutes: 30, amount_cents: 2_000, is_approved: true }],
    ['session d', null, figures],
    ['session c', figures, null],
  ]);
});

describe('a pay period after an adjustment', () => {
  const shorter = line({ minutes: -15, amount_cents: -1_000 });
  test.each([
    ['keeps what is not adjusted', [line()], [], [[60, 4_000, true]]],
    ['has what was paid and what is adjusted together', [line()], [shorter], [[45, 3_000, true]]],
    ['has what no earlier run had', [], [line()], [[60, 4_000, true]]],
    [
      'has what is approved by now once, not on top of what was not approved',
      [line({ is_approved: false })],
      [line()],
      [[60, 4_000, true]],
    ],
    ['guesses no amount', [line()], [line({ minutes: 5, amount_cents: null })], [[65, null, true]]],
  ])('%s', (_, before, adjustment, expected) => {
    const lines = adjustedLines(before, adjustment);
    expect(lines.map((one) => [one.minutes, one.amount_cents, one.is_approved])).toEqual(expected);
  });
});
