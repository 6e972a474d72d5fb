import type { InvoiceLine } from './invoice-line.ts';

/** A session whose amount a change of rates alters. Null where it can't be billed. */
export interface ChangedSession {
  session: string;
  before_cents: number | null;
  after_cents: number | null;
}

/** What a change of rates does to sessions; sums over those that change. */
export interface RateChange {
  before_cents: number;
  after_cents: number;
  /** Sessions that could not be billed without the change, and can be with it; and the other way around. */
  newly_billable: number;
  newly_blocked: number;
  changed: readonly ChangedSession[];
}

/** Compares the lines before and after, session by session. */
export function rateChange(before: readonly InvoiceLine[], after: readonly InvoiceLine[]): RateChange {
  const [was, will] = [amounts(before), amounts(after)];
  const changed = [...will]
    .map(([session, after_cents]) => ({ session, before_cents: was.get(session) ?? null, after_cents }))
    .filter(({ before_cents, after_cents }) => before_cents !== after_cents);
  const sum = (side: 'before_cents' | 'after_cents') =>
    changed.reduce((total, one) => total + (one[side] ?? 0), 0);
  return {
    before_cents: sum('before_cents'),
    after_cents: sum('after_cents'),
    newly_billable: changed.filter(({ before_cents }) => before_cents === null).length,
    newly_blocked: changed.filter(({ after_cents }) => after_cents === null).length,
    changed,
  };
}

/** The sum of each session's lines; null if one of them is blocked. */
function amounts(lines: readonly InvoiceLine[]): Map<string, number | null> {
  const sums = new Map<string, number | null>();
  for (const { session, kind, amount_cents } of lines) {
    const sum = sums.get(session);
    sums.set(session, kind === 'blocked' || sum === null ? null : (sum ?? 0) + amount_cents);
  }
  return sums;
}
