import { describe, expect, test } from 'vitest';
import { PAY_FILE_HEAD, payFileRows } from '#domain/payroll/pay-file.ts';
import { decidedLine } from '#domain/payroll/pay-line.ts';
import { lineRefusal, stepRefusal } from '#domain/payroll/run-rules.ts';
import { RUN_STATES } from '#domain/payroll/run-states.ts';

const starter = { user_id: 'a' };
const other = { user_id: 'b' };

describe('the steps of a run', () => {
  test('follow each other, and nothing leads back from approved', () => {
    const allowed = RUN_STATES.flatMap((from) =>
      RUN_STATES.filter((state) => {
        const run = { state: from, started_by: 'a', missing_rates: 0 };
        return stepRefusal(other, run, { state, note: 'Why' }) === null;
      }).map((to) => `${from} → ${to}`),
    );
    expect(allowed).toEqual([
      'open → review',
      'review → open',
      'review → approved',
      'approved → exported',
      'exported → closed',
    ]);
  });

  const run = { state: 'review', started_by: 'a', missing_rates: 0 } as const;
  test.each([
    ['the person who started it', starter, run, { state: 'approved', note: '' }, 'decision.own'],
    ['someone else', other, run, { state: 'approved', note: '' }, undefined],
    [
      'someone else, with a missing rate',
      other,
      { ...run, missing_rates: 2 },
      { state: 'approved', note: '' },
      'request.invalid',
    ],
    ['back without a reason', other, run, { state: 'open', note: ' ' }, 'request.invalid'],
    [
      'back by the person who started it',
      starter,
      run,
      { state: 'open', note: 'A rate is wrong.' },
      undefined,
    ],
  ] as const)('%s', (_, actor, facts, step, expected) => {
    expect(stepRefusal(actor, facts, step)?.code).toBe(expected);
  });
});

describe('a decision on a line', () => {
  const line = { kind: 'session', provider: 'p', minutes: 60, is_approved: true } as const;
  const keep = { is_approved: true, adjusted_minutes: null, note: '' };
  test.each([
    ['as it is', line, 'open', keep, null],
    ['in review', line, 'review', keep, null],
    ['after the approval', line, 'approved', keep, 'message'],
    ['own pay', { ...line, provider: 'me' }, 'open', keep, 'message'],
    ['left out without a reason', line, 'open', { ...keep, is_approved: false }, ['note']],
    ['left out with one', line, 'open', { ...keep, is_approved: false, note: 'Paid twice.' }, null],
    ['other minutes without a reason', line, 'open', { ...keep, adjusted_minutes: 45 }, ['note']],
    ['more than a day', line, 'open', { ...keep, adjusted_minutes: 1_441, note: 'x' }, ['adjusted_minutes']],
    ['less than nothing', line, 'open', { ...keep, adjusted_minutes: -1, note: 'x' }, ['adjusted_minutes']],
    [
      'other minutes of paid time off',
      { ...line, kind: 'paid-time-off' },
      'open',
      { ...keep, adjusted_minutes: 30, note: 'x' },
      ['adjusted_minutes'],
    ],
    [
      'less is taken back',
      { ...line, minutes: -60 },
      'open',
      { ...keep, adjusted_minutes: -30, note: 'x' },
      null,
    ],
    [
      'taken back becomes paid',
      { ...line, minutes: -60 },
      'open',
      { ...keep, adjusted_minutes: 30, note: 'x' },
      ['adjusted_minutes'],
    ],
  ] as const)('%s', (_, subject, state, decision, expected) => {
    const refusal = lineRefusal({ provider_id: 'me' }, subject, state, decision);
    const told = refusal === null ? null : (refusal.fields && Object.keys(refusal.fields)) || 'message';
    expect(told).toEqual(expected);
  });

  test('keeps the figures of the line, or gives those of other minutes', () => {
    const paid = { minutes: 60, hourly_cents: 4_001, percent: 100, amount_cents: 4_001, is_approved: false };
    expect(decidedLine(paid, null)).toEqual({ minutes: 60, amount_cents: 4_001, is_approved: false });
    expect(decidedLine(paid, { is_approved: true, adjusted_minutes: 30 })).toEqual({
      ...{ minutes: 30, amount_cents: 2_001, is_approved: true },
    });
    // A correction's amount isn't its minutes times a rate: it stays while no one changes the minutes.
    const correction = { ...paid, minutes: 0, amount_cents: -100 };
    expect(decidedLine(correction, { is_approved: true, adjusted_minutes: null }).amount_cents).toBe(-100);
    const without = { ...paid, hourly_cents: null, amount_cents: null };
    expect(decidedLine(without, { is_approved: true, adjusted_minutes: 30 }).amount_cents).toBeNull();
  });
});

describe('the pay file', () => {
  const line = {
    kind: 'session',
    provider: 'p',
    key: 'a',
    minutes: 50,
    hourly_cents: 4_000,
    amount_cents: 3_333,
  } as const;
  const lines = [
    line,
    { ...line, key: 'b' },
    { ...line, key: 'c', hourly_cents: 3_000, amount_cents: 2_500 },
    { ...line, key: 'd', kind: 'daily-overtime', minutes: 30, hourly_cents: 3_800, amount_cents: 950 },
    { ...line, key: 'e', provider: 'q', minutes: -15, amount_cents: -1_000 },
    { ...line, key: 'f', provider: 'q', minutes: 0, amount_cents: 0 },
  ] as const;
  const people: Record<string, { first: string; last: string; employment: string }> = {
    p: { first: 'Pia', last: 'Zamora', employment: 'Contractor' },
    q: { first: 'Quin', last: 'Abel', employment: 'Contractor' },
  };
  const rowsOf = (some: readonly (typeof lines)[number][]) =>
    payFileRows(some, { start_date: '2026-03-01', end_date: '2026-03-15' }, (id) => people[id] as never);

  test('has a row for each provider, earning, and rate, and adds up to its lines', () => {
    const rows = rowsOf(lines);
    expect(rows.map((row) => [row[1], row[6], ...row.slice(8)])).toEqual([
      ['Abel', 'REG', -15, -0.25, 40, -10],
      ['Zamora', 'OTP', 30, 0.5, 38, 9.5],
      ['Zamora', 'REG', 50, 0.8333, 30, 25],
      ['Zamora', 'REG', 100, 1.6667, 40, 66.66],
    ]);
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.at(-1)) * 100), 0);
    expect(cents).toBe(lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
    expect(rows.every((row) => row.length === PAY_FILE_HEAD.length)).toBe(true);
  });

  test('is the same whatever the order of the lines', () => {
    expect(rowsOf(lines.toReversed())).toEqual(rowsOf(lines));
  });
});
