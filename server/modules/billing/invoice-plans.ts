import { sql } from 'drizzle-orm';
import type { InvoicePlan, InvoicePlans } from '#contract/invoices.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { regrouped } from '#domain/money/line-sums.ts';
import { daysOfMonth } from '#domain/time/months.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { clientsInReach } from '#server/modules/clients/queries.ts';
import type { Call } from '#server/records/call.ts';
import { lineBatches } from './counted-lines.ts';
import { STANDING } from './fixed-lines.ts';
import { makingsOf } from './invoice-making.ts';
import { reportHead } from './report-answers.ts';

type Figures = Pick<InvoicePlan, 'total_cents' | 'lines' | 'corrections' | 'blocked' | 'unapproved'>;

/** What the next invoices of a month would have, by client. */
export async function planInvoices(call: Call, month: string): Promise<InvoicePlans> {
  const { tx, actor } = call;
  const figures = await figuresOf(tx, actor, month);
  const clients = await jsonRows<{ id: string; name: string; draft: string | null; sent: number }>(
    tx,
    sql`select c.id, c.name,
        (select i.id from invoices i where i.client = c.id and i.month = ${month} and i.status = 'draft'
          and i.deleted_at is null) as draft,
        (select count(*)::int from invoices i where i.client = c.id and i.month = ${month}
          and i.status in ('sent', 'paid')) as sent
      from clients c where c.id = any(${arrayParam(figures.keys(), 'uuid')}) order by lower(c.name), c.id`,
  );
  const plans = clients.flatMap(({ id, name, draft, sent }): InvoicePlan[] => {
    const own = figures.get(id);
    return own === undefined ? [] : [{ client: id, client_name: name, month, ...own, draft, sent }];
  });
  return { ...(await reportHead(call)), plans };
}

/**
 * Most clients of a month have no invoice yet: all their approved lines are new, so sessions that are alike are counted.
 * Where an invoice was sent, each line is compared with what it has.
 */
async function figuresOf(tx: Transaction, actor: Actor, month: string): Promise<Map<string, Figures>> {
  const { from, to } = daysOfMonth(month);
  // Also where a session went that an invoice of another client has.
  const invoiced = await jsonRows<{ client: string | null }>(
    tx,
    sql`select distinct unnest(array[i.client, s.client]) as client
      from invoice_lines l join invoices i on i.id = l.invoice left join sessions s on s.id = l.session
      where ${STANDING} and i.month = ${month}`,
  );
  const ids = arrayParam(
    invoiced.flatMap(({ client }) => client ?? []),
    'uuid',
  );
  const compared = await makingsOf(tx, month, sql`${clientsInReach(actor)} and c.id = any(${ids})`);
  const figures = new Map(
    [...compared].map(([client, { entries, total_cents, blocked, unapproved }]): [string, Figures] => {
      const lines = entries.filter(({ kind }) => kind === 'session').length;
      const waiting = { blocked: blocked.length, unapproved: unapproved.length };
      return [client, { total_cents, lines, corrections: entries.length - lines, ...waiting }];
    }),
  );
  const batches = await lineBatches(tx, actor, { start_date: from, end_date: to }, { approval: true });
  for (const [client, own] of regrouped(batches, (line) => line.client)) {
    if (compared.has(client)) continue;
    const sum: Figures = { total_cents: 0, lines: 0, corrections: 0, blocked: 0, unapproved: 0 };
    for (const { times, lines } of own) {
      for (const { kind, is_approved, amount_cents } of lines) {
        if (kind === 'blocked') sum.blocked += times;
        if (kind !== 'billed') continue;
        if (!is_approved) sum.unapproved += times;
        else {
          sum.lines += times;
          sum.total_cents += times * amount_cents;
        }
      }
    }
    figures.set(client, sum);
  }
  return figures;
}
