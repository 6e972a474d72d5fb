import { type SQL, sql } from 'drizzle-orm';
import type { BillingLine } from '#contract/billing-reports.ts';
import type { Rate } from '#contract/rates.ts';
import { lineBasis } from '#domain/money/invoice-line.ts';
import { type InvoiceEntry, lineKey, nextEntries } from '#domain/money/invoices.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { daysOfMonth } from '#domain/time/months.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { linesNow } from './billed-lines.ts';
import { type FixedLine, fixedLines } from './fixed-lines.ts';

/** A line as it is now, with the facts of its session on which the figures depend. */
export interface LineNow extends BillingLine {
  basis: string;
}

/** What the next invoice of a client and month has, and what waits. */
export interface Making {
  entries: InvoiceEntry<LineNow, FixedLine>[];
  total_cents: number;
  /** Something is missing before these can be billed. */
  blocked: LineNow[];
  /** Their hours aren't approved. */
  unapproved: LineNow[];
}

/**
 * What the next invoices of a month have, by client: approved lines that no sent invoice has, and corrections of
 * lines whose session changed since. A line of a sent invoice keeps its rate when it is corrected, but not if its session
 * is another client's now.
 *
 * @param clients on `c.id` of clients
 */
export async function makingsOf(tx: Transaction, month: string, clients: SQL): Promise<Map<string, Making>> {
  const ofClients = (column: string) =>
    sql`${sql.raw(column)} in (select c.id from client_accounts a join clients c on c.id = a.id where ${clients})`;
  const fixed = await fixedLines(tx, sql`i.month = ${month} and ${ofClients('i.client')}`);
  const moved = await jsonRows<{ session: string }>(
    tx,
    sql`select l.session from invoice_lines l join invoices i on i.id = l.invoice join sessions s on s.id = l.session
      where i.month = ${month} and s.client is distinct from i.client`,
  );
  const isMoved = new Set(moved.map(({ session }) => session));
  const rates = new Map(
    fixed.filter(({ session }) => !isMoved.has(session)).map((line) => [lineKey(line), fixedRate(line)]),
  );
  const { from, to } = daysOfMonth(month);
  const { lines: found, sessions } = await linesNow(
    tx,
    sql`${ofClients('s.client')} and s.session_date between ${from}::date and ${to}::date`,
    (session, student) => rates.get(lineKey({ session, student })) ?? null,
  );
  const lines = found.flatMap((line): LineNow[] => {
    const session = sessions.get(line.session);
    return session === undefined ? [] : [{ ...line, basis: lineBasis(line.student, session) }];
  });
  const fixedOf = groupedBy(fixed, ({ facts }) => facts.client);
  const linesOf = groupedBy(lines, ({ client }) => client);
  const makings = new Map<string, Making>();
  for (const client of new Set([...linesOf.keys(), ...fixedOf.keys()])) {
    if (client !== null) makings.set(client, makingOf(linesOf.get(client) ?? [], fixedOf.get(client) ?? []));
  }
  return makings;
}

function makingOf(lines: readonly LineNow[], fixed: readonly FixedLine[]): Making {
  const current = new Map(lines.map((line) => [lineKey(line), line]));
  const ready = lines.filter(({ kind, is_approved }) => kind === 'billed' && is_approved);
  // What waits for a decision is left on its invoice until it is decided.
  const isSettled = (key: string) => {
    const line = current.get(key);
    return line === undefined || line.kind === 'not-billed';
  };
  const entries = nextEntries(ready, fixed, isSettled);
  const standing = new Set(fixed.map(lineKey));
  const waiting = lines.filter((line) => !standing.has(lineKey(line)));
  return {
    entries,
    total_cents: entries.reduce((sum, entry) => sum + signedCents(entry), 0),
    blocked: waiting.filter(({ kind }) => kind === 'blocked'),
    unapproved: waiting.filter(({ kind, is_approved }) => kind === 'billed' && !is_approved),
  };
}

export function signedCents({ kind, line }: InvoiceEntry<LineNow, FixedLine>): number {
  return kind === 'credit' ? -line.amount_cents : line.amount_cents;
}

export function signedMinutes({ kind, line }: InvoiceEntry<LineNow, FixedLine>): number {
  return kind === 'credit' ? -line.minutes : line.minutes;
}

/** The rate as the line of an invoice has it; null where the line has none. */
function fixedRate({ facts }: FixedLine): Rate | null {
  const { rate, rate_level, rate_cents, rate_year, service, setting } = facts;
  if (rate === null || rate_level === null || rate_cents === null || rate_year === null) return null;
  return {
    ...{ id: rate, level: rate_level, service, setting, student: null, client: null, region: null },
    ...{ start_year: rate_year, amount_cents: rate_cents, is_draft: false, version: 1 },
  };
}
