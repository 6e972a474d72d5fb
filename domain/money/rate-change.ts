import { counted } from '#domain/text/counted.ts';
import type { InvoiceLine } from './invoice-line.ts';
import { moneyText } from './money-text.ts';

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

/** The figures of a change, without its sessions. */
type ChangeFigures = Omit<RateChange, 'changed'> & { count: number };

/** "2 unbilled sessions change: $30.00 becomes $37.50 (+$7.50)." and what can't be billed before or after. */
export function rateChangeWords(change: ChangeFigures): string {
  const { count, before_cents, after_cents, newly_billable, newly_blocked } = change;
  if (count === 0) return 'No unbilled sessions change.';
  const difference = after_cents - before_cents;
  const sign = difference < 0 ? '-' : '+';
  const sums = `${moneyText(before_cents)} becomes ${moneyText(after_cents)}`;
  const sentences = [
    `${counted(count, 'unbilled session changes', 'unbilled sessions change')}: ${sums} (${sign}${moneyText(Math.abs(difference))}).`,
  ];
  if (newly_billable > 0) {
    sentences.push(
      `${counted(newly_billable, 'session has', 'sessions have')} no rate now and can be billed then.`,
    );
  }
  if (newly_blocked > 0) {
    sentences.push(
      `${counted(newly_blocked, 'session has', 'sessions have')} no rate then and can't be billed.`,
    );
  }
  return sentences.join(' ');
}
