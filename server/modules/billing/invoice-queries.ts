import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { FixedInvoiceLine, Invoice, InvoiceFile, InvoicePayment, Invoices } from '#contract/invoices.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { ageOf, balanceOf } from '#domain/money/invoices.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { organizationSettings } from '#server/modules/catalog/organization-settings.ts';
import { clientInReach, clientsInReach } from '#server/modules/clients/queries.ts';
import type { Call } from '#server/records/call.ts';
import { type LineNow, type Making, makingsOf, signedCents, signedMinutes } from './invoice-making.ts';
import { reportHead } from './report-answers.ts';

/** Invoices of clients in reach, the newest first. */
export async function listInvoices(
  call: Call,
  query: { client?: string | undefined; month?: string | undefined },
): Promise<Invoices> {
  const { tx, actor, context } = call;
  const found = await keptRows(
    tx,
    'invoice',
    sql`client in (select c.id from client_accounts a join clients c on c.id = a.id where ${clientsInReach(actor)})
      and ${query.client === undefined ? sql`true` : sql`client = ${query.client}`}
      and ${query.month === undefined ? sql`true` : sql`month = ${query.month}`}
      order by month desc, client_name, invoices.captured_at desc, id`,
  );
  const paid = await paymentsOf(tx, found);
  const today = pacificDay(context.now);
  return {
    ...(await reportHead(call)),
    invoices: found.map((one) => ({ ...one, ...leftOf(one, paid.get(one.id) ?? [], today) })),
  };
}

/** How many sent invoices of clients in reach are past their due day with something left to pay. */
export async function countOverdueInvoices(tx: Transaction, actor: Actor, today: string): Promise<number> {
  const late = await keptRows(
    tx,
    'invoice',
    sql`client in (select c.id from client_accounts a join clients c on c.id = a.id where ${clientsInReach(actor)})
      and status = 'sent' and due_on < ${today}::date`,
  );
  const paid = await paymentsOf(tx, late);
  return late.filter((one) => {
    const { age } = leftOf(one, paid.get(one.id) ?? [], today);
    return age !== null && age !== 'not-due';
  }).length;
}

/** The payments of invoices, and the uses of credit notes with their sign turned. */
async function paymentsOf(
  tx: Transaction,
  invoices: readonly Pick<Invoice, 'id'>[],
): Promise<Map<string, { amount_cents: number }[]>> {
  const ids = arrayParam(
    invoices.map(({ id }) => id),
    'uuid',
  );
  const rows = await jsonRows<{ of: string; amount_cents: number }>(
    tx,
    sql`select invoice as of, amount_cents from invoice_payments where deleted_at is null and invoice = any(${ids})
      union all
      select credit_note, -amount_cents from invoice_payments
      where deleted_at is null and credit_note = any(${ids})`,
  );
  return groupedBy(rows, (row) => row.of);
}

/** What is left to pay of a sent invoice; nothing of drafts and void ones. */
function leftOf(
  { status, total_cents, due_on }: Invoice,
  payments: readonly { amount_cents: number }[],
  today: string,
): Pick<InvoiceFile, 'balance_cents' | 'age'> {
  const isOpen = status === 'sent' || status === 'paid';
  const balance_cents = isOpen ? balanceOf(total_cents, payments) : 0;
  return { balance_cents, age: balance_cents > 0 && due_on !== null ? ageOf(due_on, today) : null };
}

/** Cents that are left of an invoice or credit note. */
export async function balanceNow(tx: Transaction, invoice: Invoice): Promise<number> {
  return balanceOf(invoice.total_cents, (await paymentsOf(tx, [invoice])).get(invoice.id) ?? []);
}

/** The next invoice of one client and month. */
export async function makingOfClient(tx: Transaction, client: string, month: string): Promise<Making> {
  const none: Making = { entries: [], total_cents: 0, blocked: [], unapproved: [] };
  return (await makingsOf(tx, month, sql`c.id = ${client}`)).get(client) ?? none;
}

/** The invoice, or `record.absent`, the same for inaccessible and nonexistent ones. */
export async function invoiceInReach(tx: Transaction, actor: Actor, id: string): Promise<Invoice> {
  const [found] = await loadRows(tx, 'invoice', [id]);
  if (found === undefined) throw new ApiError('record.absent');
  await clientInReach(tx, actor, found.client);
  return found;
}

export function linesOfInvoice(tx: Transaction, id: string): Promise<FixedInvoiceLine[]> {
  return jsonRows(
    tx,
    sql`select l.id, l.kind, l.minutes, l.amount_cents, l.facts,
        (select j.number from invoice_lines k join invoices j on j.id = k.invoice
          where k.credits = l.id and j.status in ('sent', 'paid') limit 1) as credited_by
      from invoice_lines l where l.invoice = ${id} order by l.position`,
  );
}

export async function readInvoice(call: Call, id: string): Promise<InvoiceFile> {
  const { tx, actor, context } = call;
  const found = await invoiceInReach(tx, actor, id);
  const lines = await linesOfInvoice(tx, id);
  const isDraft = found.status === 'draft';
  const making = isDraft ? await makingOfClient(tx, found.client, found.month) : null;
  const payments: InvoicePayment[] = await keptRows(
    tx,
    'invoice_payment',
    sql`(invoice = ${id} or credit_note = ${id}) order by paid_on, invoice_payments.captured_at, id`,
  );
  const paid = (await paymentsOf(tx, [found])).get(id) ?? [];
  const { address, payment_instructions } = await organizationSettings(tx);
  return {
    ...{ invoice: found, lines, payments, ...leftOf(found, paid, pacificDay(context.now)) },
    is_current: making === null || isSame(lines, making),
    waiting: making === null ? [] : [...making.blocked, ...making.unapproved].map(withoutBasis),
    cap: await capOf(tx, found),
    credits: await creditsOf(tx, found),
    pay_to: { address, payment_instructions },
    credited_number: await numberOf(tx, found.credited_invoice),
  };
}

async function numberOf(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [found] = await loadRows(tx, 'invoice', [id]);
  return found?.number ?? null;
}

function withoutBasis({ basis: _, ...line }: LineNow): Omit<LineNow, 'basis'> {
  return line;
}

/** Whether a draft has the lines that it would get now. */
export function isSame(lines: readonly FixedInvoiceLine[], { entries }: Making): boolean {
  const words = (all: readonly string[]) => [...all].sort().join('\n');
  return (
    words(
      lines.map(({ kind, minutes, amount_cents, facts }) =>
        [kind, facts.session, facts.student, minutes, amount_cents].join(' '),
      ),
    ) ===
    words(
      entries.map((entry) =>
        [entry.kind, entry.line.session, entry.line.student, signedMinutes(entry), signedCents(entry)].join(
          ' ',
        ),
      ),
    )
  );
}

/** How much of the contract's cap is used by sessions of its days, on sent invoices and on this one; a void one uses none. */
async function capOf(tx: Transaction, { id, client, status }: Invoice): Promise<InvoiceFile['cap']> {
  return status === 'void' ? null : capUsed(tx, client, id);
}

/** How much of a client's cap is used by sent invoices; null without a cap. */
export async function clientCap({ tx, actor }: Call, id: string): Promise<InvoiceFile['cap']> {
  await clientInReach(tx, actor, id);
  return capUsed(tx, id, null);
}

/** @param draft an invoice that counts before it is sent */
async function capUsed(tx: Transaction, client: string, draft: string | null): Promise<InvoiceFile['cap']> {
  const [found] = await jsonRows<{ cap_cents: number | null; used_cents: number }>(
    tx,
    sql`select a.contract_cap_cents as cap_cents, coalesce((
        select sum(l.amount_cents) from invoice_lines l join invoices i on i.id = l.invoice
        where i.client = a.id and (i.status in ('sent', 'paid') or i.id = ${draft})
          and l.session_date between coalesce(a.contract_start, '-infinity') and coalesce(a.contract_end, 'infinity')
      ), 0)::bigint as used_cents
      from client_accounts a where a.id = ${client}`,
  );
  return found === undefined || found.cap_cents === null
    ? null
    : { cap_cents: found.cap_cents, used_cents: found.used_cents };
}

/** Credit notes of the client that aren't used up. */
async function creditsOf(tx: Transaction, { client, total_cents }: Invoice): Promise<InvoiceFile['credits']> {
  if (total_cents < 0) return [];
  return jsonRows(
    tx,
    sql`select id, number, left_cents from (
        select i.id, i.number, (-i.total_cents - coalesce((select sum(p.amount_cents) from invoice_payments p
          where p.credit_note = i.id and p.deleted_at is null), 0))::bigint as left_cents
        from invoices i where i.client = ${client} and i.kind = 'credit' and i.status in ('sent', 'paid')
      ) k where left_cents > 0 order by number`,
  );
}
