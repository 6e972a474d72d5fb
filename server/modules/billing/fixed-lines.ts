import { type SQL, sql } from 'drizzle-orm';
import type { BillingLine, ListedLine } from '#contract/billing-reports.ts';
import { lineKey } from '#domain/money/invoices.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';

/** A line on a sent invoice that no credit line has reversed. */
export interface FixedLine {
  id: string;
  session: string;
  /** The record that stays if this one was merged: the session names that one now. */
  student: string | null;
  minutes: number;
  amount_cents: number;
  basis: string;
  facts: BillingLine;
  invoice: NonNullable<ListedLine['invoice']>;
}

/** On `invoice_lines l` of `invoices i`: sent or paid, and not credited. */
export const STANDING = sql`(i.status in ('sent', 'paid') and l.kind = 'session'
  and not exists (select from invoice_lines k join invoices j on j.id = k.invoice
    where k.credits = l.id and j.status in ('sent', 'paid')))`;

/** The credit notes that the office has made by hand. */
export const CREDIT_NOTES = sql`select id, number, note from invoices
  where credited_invoice is not null and status in ('sent', 'paid')`;

/**
 * The lines on sent and paid invoices that weren't credited.
 * @param where on `invoice_lines l` and `invoices i`
 */
export function fixedLines(tx: Transaction, where: SQL): Promise<FixedLine[]> {
  return jsonRows(
    tx,
    sql`select l.id, l.session, coalesce(t.merged_into, l.student) as student, l.minutes, l.amount_cents, l.basis, l.facts,
        json_build_object('id', i.id, 'number', i.number, 'status', i.status) as invoice
      from invoice_lines l join invoices i on i.id = l.invoice left join students t on t.id = l.student
      where ${STANDING} and ${where}
      order by l.session_date, l.position, l.id`,
  );
}

/** A credit note that the office has made for a line: it isn't billed again. */
export interface HandCredit {
  number: string;
  reason: string;
}

/** The credit notes that the office has made for lines of these sessions, by the line's key. */
export async function handCredits(
  tx: Transaction,
  sessions: Iterable<string>,
): Promise<ReadonlyMap<string, HandCredit>> {
  const rows = await jsonRows<HandCredit & { session: string; student: string | null }>(
    tx,
    // From the few credit notes on: a month has thousands of sessions.
    sql`with notes as materialized (${CREDIT_NOTES})
      select l.session, coalesce(t.merged_into, l.student) as student, i.number, i.note as reason
      from notes i join invoice_lines l on l.invoice = i.id left join students t on t.id = l.student
      where l.session = any(${arrayParam(sessions, 'uuid')})
      order by i.number`,
  );
  return new Map(rows.map((row) => [lineKey(row), row]));
}
