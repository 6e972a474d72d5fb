import { expect, test } from 'vitest';
import type { InvoiceLine } from '#domain/money/invoice-line.ts';
import { rateChange, rateChangeWords } from '#domain/money/rate-change.ts';

const line = (session: string, amount_cents: number | null): InvoiceLine =>
  ({
    ...{ session, student: null, words: () => [] },
    ...(amount_cents === null
      ? { kind: 'blocked', blocker: 'rate', minutes: 0, amount_cents: 0 }
      : { kind: 'billed', minutes: 30, amount_cents, hourly_cents: amount_cents * 2 }),
  }) as InvoiceLine;

test('a change of rates names the sessions whose amount differs, and sums only over those', () => {
  const before = [
    line('same', 100),
    line('more', 200),
    line('more', 200),
    line('new', null),
    line('gone', 50),
  ];
  const after = [
    line('same', 100),
    line('more', 250),
    line('more', 250),
    line('new', 300),
    line('gone', null),
  ];
  expect(rateChange(before, after)).toEqual({
    ...{ before_cents: 450, after_cents: 800, newly_billable: 1, newly_blocked: 1 },
    changed: [
      { session: 'more', before_cents: 400, after_cents: 500 },
      { session: 'new', before_cents: null, after_cents: 300 },
      { session: 'gone', before_cents: 50, after_cents: null },
    ],
  });
});

test('a session with one line that is blocked has no amount', () => {
  const change = rateChange(
    [line('group', 100), line('group', null), line('group', 100)],
    [line('group', 100)],
  );
  expect(change.changed).toEqual([{ session: 'group', before_cents: null, after_cents: 100 }]);
});

test('a change is told in words', () => {
  const figures = { count: 2, before_cents: 3_000, after_cents: 3_750, newly_billable: 0, newly_blocked: 0 };
  expect(rateChangeWords(figures)).toBe('2 unbilled sessions change: $30.00 becomes $37.50 (+$7.50).');
  expect(rateChangeWords({ ...figures, count: 0 })).toBe('No unbilled sessions change.');
  expect(rateChangeWords({ ...figures, count: 1, after_cents: 0, newly_blocked: 1 })).toBe(
    "1 unbilled session changes: $30.00 becomes $0.00 (-$30.00). 1 session has no rate then and can't be billed.",
  );
  expect(rateChangeWords({ ...figures, newly_billable: 2 })).toContain(
    '2 sessions have no rate now and can be billed then.',
  );
});
