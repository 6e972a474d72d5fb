import { describe, expect, test } from 'vitest';
import {
  ageOf,
  balanceOf,
  capUse,
  invoiceKind,
  invoiceNumber,
  MOST_NUMBER_CHARACTERS,
  nextEntries,
  paymentProblems,
} from '#domain/money/invoices.ts';
import { sumLines } from '#domain/money/line-sums.ts';

const line = (session: string, minutes: number, amount_cents: number, basis = `${minutes}`) => ({
  ...{ session, student: 'anna', minutes, amount_cents, basis },
});
const settled = () => true;
/** "session a 30", "credit a 30" */
const words = (entries: ReturnType<typeof nextEntries>) =>
  entries.map(({ kind, line: { session, minutes } }) => `${kind} ${session} ${minutes}`);

describe('the next invoice of a month', () => {
  const a = line('a', 30, 6_000);
  test.each([
    ['has everything if nothing was sent', [a, line('b', 45, 9_000)], [], ['session a 30', 'session b 45']],
    ['has only what came late', [a, line('b', 45, 9_000)], [a], ['session b 45']],
    ['has nothing if nothing changed', [a], [a], []],
    [
      'takes back a changed line and adds the new one',
      [line('a', 45, 9_000)],
      [a],
      ['credit a 30', 'session a 45'],
    ],
    ['takes back a deleted session', [], [a], ['credit a 30']],
    ['takes back one of two lines of merged records', [a], [line('a', 30, 6_000), a], ['credit a 30']],
    // A raised rate is no correction: the facts of the session are the same.
    ['leaves what was sent at another rate', [line('a', 30, 7_000, '30')], [a], []],
    ['needs no correction if the amount stays', [line('a', 30, 6_000, 'other room')], [a], []],
  ])('%s', (_, now, fixed, expected) => {
    expect(words(nextEntries(now, fixed, settled))).toEqual(expected);
  });

  test('leaves a line whose session waits for a decision', () => {
    expect(nextEntries([], [a], () => false)).toEqual([]);
  });

  test.each([
    [5_000, false, 'monthly'],
    [5_000, true, 'supplemental'],
    [0, true, 'supplemental'],
    [-1, true, 'credit'],
  ] as const)('with a total of %i cents and an earlier one %s is %s', (total, hasEarlier, kind) => {
    expect(invoiceKind(total, hasEarlier)).toBe(kind);
  });
});

test('numbers fit into accounting programs', () => {
  expect(invoiceNumber('monthly', '2026-11-02', 42)).toBe('INV-2026-00042');
  expect(invoiceNumber('credit', '2026-11-02', 99_999_999).length).toBeLessThanOrEqual(
    MOST_NUMBER_CHARACTERS,
  );
});

test.each([
  ['2026-11-25', 'not-due'],
  ['2026-11-26', 'not-due'],
  ['2026-11-24', 'to-30'],
  ['2026-10-26', 'to-30'],
  ['2026-10-25', 'to-60'],
  ['2026-08-27', 'to-90'],
  ['2026-08-26', 'over-90'],
])('an invoice due on %s is %s on 11/25/2026', (due, age) => {
  expect(ageOf(due, '2026-11-25')).toBe(age);
});

test.each([
  [100_000, 79_999, 79, 'ok'],
  [100_000, 80_000, 80, 'near'],
  [100_000, 99_999, 99, 'near'],
  [100_000, 100_000, 100, 'over'],
  [0, 0, 0, 'ok'],
  [0, 1, 100, 'over'],
])('of a cap of %i cents, %i are %i%% and %s', (cap, used, percent, level) => {
  expect(capUse(cap, used)).toMatchObject({ percent, level });
});

describe('a payment', () => {
  const facts = {
    ...{ balance_cents: 10_000, invoice_date: '2026-11-02', today: '2026-11-25', credit_left_cents: null },
  };
  const payment = {
    amount_cents: 10_000,
    paid_on: '2026-11-20',
    method: 'check' as const,
    credit_note: null,
  };
  test.each([
    ['of the balance is fine', {}, {}, []],
    ['above the balance is refused', { amount_cents: 10_001 }, {}, ['amount_cents']],
    ['before the invoice is refused', { paid_on: '2026-11-01' }, {}, ['paid_on']],
    ['in the future is refused', { paid_on: '2026-11-26' }, {}, ['paid_on']],
    ['by credit note needs one', { method: 'credit-note' as const }, {}, ['credit_note']],
    [
      'by credit note takes what is left of it',
      { method: 'credit-note' as const, credit_note: 'c' },
      { credit_left_cents: 9_999 },
      ['amount_cents'],
    ],
    ['by check names no credit note', { credit_note: 'c' }, { credit_left_cents: 10_000 }, ['credit_note']],
  ])('%s', (_, change, known, fields) => {
    expect(Object.keys(paymentProblems({ ...payment, ...change }, { ...facts, ...known }))).toEqual(fields);
  });

  test('reduces the balance', () => {
    expect(balanceOf(10_000, [{ amount_cents: 2_500 }, { amount_cents: 7_500 }])).toBe(0);
    // A credit note is used up from below.
    expect(balanceOf(-5_000, [{ amount_cents: -2_000 }])).toBe(-3_000);
  });
});

test('sums over any grouping are the same to the cent', () => {
  const of = (
    session: string,
    amount_cents: number,
    invoice: object | null,
    kind: 'billed' | 'blocked' = 'billed',
  ) => ({
    ...{
      session,
      kind,
      minutes: 7,
      amount_cents,
      is_approved: session !== 'c',
      late_for_client: false,
      invoice,
    },
  });
  const lines = [
    of('a', 1_667, {}),
    of('a', 1_667, null),
    of('b', 333, {}),
    of('c', 1, null),
    of('d', 0, null, 'blocked'),
  ];
  expect(sumLines(lines)).toMatchObject({
    ...{ sessions: 4, minutes: 35, amount_cents: 3_668, invoiced_cents: 2_000, open_cents: 1_668 },
    ...{ blocked: 1, unapproved: 1 },
  });
  const parts = [lines.slice(0, 2), lines.slice(2)].map(sumLines);
  expect(parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(3_668);
});
