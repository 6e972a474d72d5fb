import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { BillingLine } from '#contract/billing-reports.ts';
import { ApiError } from '#contract/errors.ts';
import type {
  Invoice,
  InvoiceBody,
  InvoiceChanges,
  InvoicePayment,
  InvoicePaymentBody,
} from '#contract/invoices.ts';
import { conditionOn } from '#domain/money/billing-conditions.ts';
import {
  dueOn,
  invoiceKind,
  invoiceNumber,
  paymentProblems,
  statusByBalance,
} from '#domain/money/invoices.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows, type Stored, storedRow } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { invoice_lines } from '#server/db/schema/invoices.ts';
import { clientInReach } from '#server/modules/clients/queries.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { type Making, signedCents, signedMinutes } from './invoice-making.ts';
import { balanceNow, invoiceInReach, isSame, linesOfInvoice, makingOfClient } from './invoice-queries.ts';

export const invoiceRecords: Records<Invoice> = { entity: 'invoice', scopes: () => [], about: () => ({}) };
const payments: Records<InvoicePayment> = { entity: 'invoice_payment', scopes: () => [], about: () => ({}) };

/** Makes the draft of a client and month. Refused if there is one already, or nothing to invoice. */
export async function createInvoice(call: Call, body: InvoiceBody): Promise<Invoice> {
  const { tx, actor } = call;
  try {
    await clientInReach(tx, actor, body.client);
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === 'record.absent')) throw problem;
    refuseProblems({ client: 'Client not found.' });
  }
  await holdClient(tx, body.client);
  const [draft] = await keptRows(
    tx,
    'invoice',
    sql`client = ${body.client} and month = ${body.month} and status = 'draft' limit 1`,
  );
  if (draft !== undefined) refuseProblems({ month: "There's already a draft for this client and month." });
  const making = await makingOfClient(tx, body.client, body.month);
  if (making.entries.length === 0) {
    refuseProblems({
      month: "There's nothing to invoice: every approved session this month is already billed.",
    });
  }
  const row = firstRow(call, 'invoice', body);
  const made = await call.create(invoiceRecords, { ...row, ...(await headOf(tx, body, making)) });
  await putLines(tx, made.id, making);
  return named(tx, made.id);
}

/** Writing the row makes another invoice of the client wait, and then see this one. */
export async function holdClient(tx: Transaction, client: string): Promise<void> {
  await tx.execute(sql`update client_accounts set version = version where id = ${client}`);
}

/** With the names of people, as it is read. */
export async function named(tx: Transaction, id: string): Promise<Invoice> {
  const [found] = await loadRows(tx, 'invoice', [id]);
  if (found === undefined) throw new ApiError('record.absent');
  return found;
}

type Head = Pick<
  Invoice,
  | 'kind'
  | 'client_name'
  | 'bill_to'
  | 'invoice_address'
  | 'purchase_order'
  | 'contract_number'
  | 'terms_days'
  | 'total_cents'
>;

/** Who pays, by which terms, and how much, as it is now. */
export async function headOf(
  tx: Transaction,
  { client, month }: Pick<Invoice, 'client' | 'month'>,
  { total_cents }: Pick<Making, 'total_cents'>,
): Promise<Head> {
  const [found] = await jsonRows<
    Omit<Head, 'kind' | 'terms_days' | 'total_cents'> & { has_earlier: boolean }
  >(
    tx,
    sql`select c.name as client_name, coalesce(d.name, c.name) as bill_to, a.purchase_order, a.contract_number,
        coalesce(nullif(a.invoice_address, ''), e.invoice_address, '') as invoice_address,
        exists (select from invoices i where i.client = c.id and i.month = ${month}
          and i.status in ('sent', 'paid')) as has_earlier
      from clients c join client_accounts a on a.id = c.id
        left join clients d on d.id = a.district left join client_accounts e on e.id = a.district
      where c.id = ${client}`,
  );
  if (found === undefined) throw new ApiError('record.absent');
  const { has_earlier, ...head } = found;
  const terms = await keptRows(tx, 'billing_condition', sql`client = ${client} and type = 'invoice_terms'`);
  return {
    ...head,
    kind: invoiceKind(total_cents, has_earlier),
    // As they were agreed for the last day of the month.
    terms_days: conditionOn(terms, 'invoice_terms', `${month}-31`)?.days ?? 0,
    total_cents,
  };
}

/** Replaces the lines of a draft. */
export async function putLines(
  tx: Transaction,
  invoice: string,
  { entries }: Pick<Making, 'entries'>,
): Promise<void> {
  await tx.execute(sql`delete from invoice_lines where invoice = ${invoice}`);
  const rows = entries
    .map((entry) => {
      const { basis, ...facts } =
        entry.kind === 'credit' ? { ...entry.line.facts, basis: entry.line.basis } : entry.line;
      return {
        ...{ id: uuidv7(), invoice, kind: entry.kind, session: facts.session, student: facts.student },
        ...{ session_date: facts.session_date, basis, facts },
        credits: entry.kind === 'credit' ? entry.line.id : null,
        ...{ minutes: signedMinutes(entry), amount_cents: signedCents(entry) },
      };
    })
    // A line that is taken back stays before the one that replaces it.
    .toSorted((a, b) => placeOf(a.facts).localeCompare(placeOf(b.facts)))
    .map((row, position) => ({ ...row, position }));
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await tx.insert(invoice_lines).values(rows.slice(at, at + ROWS_PER_STATEMENT));
  }
}

const ROWS_PER_STATEMENT = 500;

function placeOf({ session_date, start_time, session, student_name }: BillingLine): string {
  return `${session_date} ${start_time} ${session} ${student_name}`;
}

/** A row that the caller may change, at the version that they saw. */
async function changeable(call: Call, id: string, isNeeded: Invoice['status']): Promise<Stored<'invoice'>> {
  const { tx, actor, context } = call;
  await tx.execute(sql`select id from invoices where id = ${id} for update`);
  const before = await storedRow(tx, 'invoice', id);
  if (before === null || before.deleted_at !== null) throw new ApiError('record.absent');
  await invoiceInReach(tx, actor, id);
  refuseOutdated(before, context.base_version);
  if (before.status !== isNeeded) {
    throw new ApiError('request.invalid', {
      message:
        isNeeded === 'draft'
          ? "This invoice was sent, so it can't be changed. Create a supplemental invoice or a credit note."
          : 'Only a sent invoice without payments can be voided.',
    });
  }
  return before;
}

export async function updateInvoice(call: Call, id: string, changes: InvoiceChanges): Promise<Invoice> {
  const before = await changeable(call, id, 'draft');
  await call.change(invoiceRecords, before, wireRow(withTouched(before, changes)));
  return named(call.tx, id);
}

/** Recomputes the lines of a draft. */
export async function refreshInvoice(call: Call, id: string): Promise<Invoice> {
  const before = await changeable(call, id, 'draft');
  await holdClient(call.tx, before.client);
  const making = await makingOfClient(call.tx, before.client, before.month);
  await putLines(call.tx, id, making);
  await call.change(invoiceRecords, before, {
    ...wireRow(before),
    ...(await headOf(call.tx, before, making)),
  });
  return named(call.tx, id);
}

/** Numbers a draft and fixes it. Refused if its lines aren't those of the sessions as they are now. */
export async function sendInvoice(call: Call, id: string, invoice_date: string): Promise<Invoice> {
  const { tx, actor, context } = call;
  const before = await changeable(call, id, 'draft');
  await holdClient(tx, before.client);
  const today = pacificDay(context.now);
  if (invoice_date > today) refuseProblems({ invoice_date: "Enter a day that isn't in the future." });
  if (invoice_date <= `${before.month}-01`) {
    refuseProblems({ invoice_date: 'Enter a day after the first sessions of the month.' });
  }
  const making = await makingOfClient(tx, before.client, before.month);
  if (making.entries.length === 0 || !isSame(await linesOfInvoice(tx, id), making)) {
    throw new ApiError('request.invalid', {
      message: 'The sessions behind this draft changed. Refresh the draft and check it again.',
    });
  }
  // The lines are written once more with who approved them, and by the conditions of now.
  await putLines(tx, id, making);
  const head = await headOf(tx, before, making);
  const number = invoiceNumber(head.kind, invoice_date, await nextSequence(tx));
  const now = new Date(context.now).toISOString();
  await call.change(
    invoiceRecords,
    before,
    {
      ...{ ...wireRow(before), ...head, number, invoice_date, due_on: dueOn(invoice_date, head.terms_days) },
      ...{ status: head.total_cents === 0 ? ('paid' as const) : ('sent' as const) },
      ...{ sent_by: actor.user_id, sent_at: now },
    },
    { verb: 'send' },
  );
  // What is captured from now on is late for this client and month.
  await tx.execute(
    sql`insert into invoice_cuts (client, month, cut_at) values (${before.client}, ${before.month}, ${now}::timestamptz)
      on conflict do nothing`,
  );
  return named(tx, id);
}

/** The number after the highest one; two people who send at once get two numbers. */
export async function nextSequence(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoice numbers', 0))`);
  const [found] = await jsonRows<{ last: number }>(
    tx,
    sql`select coalesce(max(split_part(number, '-', 3)::int), 0) as last from invoices where number is not null`,
  );
  return (found?.last ?? 0) + 1;
}

/** Voids a sent invoice: its number stays taken, and its sessions can be invoiced again. */
export async function voidInvoice(call: Call, id: string, reason: string): Promise<Invoice> {
  const { tx, actor, context } = call;
  if (reason.trim() === '') refuseProblems({ reason: 'Enter a reason.' });
  const before = await changeable(call, id, 'sent');
  const [uses] = await jsonRows<{ payments: number; corrections: number }>(
    tx,
    sql`select
      (select count(*)::int from invoice_payments
        where (invoice = ${id} or credit_note = ${id}) and deleted_at is null) as payments,
      (select count(*)::int from invoice_lines k join invoices j on j.id = k.invoice
        join invoice_lines l on l.id = k.credits
        where l.invoice = ${id} and j.status in ('sent', 'paid')) as corrections`,
  );
  if (uses !== undefined && uses.payments > 0) refuseProblems({ reason: 'Delete its payments first.' });
  if (uses !== undefined && uses.corrections > 0) {
    refuseProblems({ reason: 'A later invoice corrects lines of this one. Void the later one first.' });
  }
  await call.change(
    invoiceRecords,
    before,
    {
      ...wireRow(before),
      ...{ status: 'void' as const, void_reason: reason.trim(), voided_by: actor.user_id },
      voided_at: new Date(context.now).toISOString(),
    },
    { verb: 'void' },
  );
  await tx.execute(
    sql`delete from invoice_cuts c where c.client = ${before.client} and c.month = ${before.month}
      and not exists (select from invoices i where i.client = c.client and i.month = c.month
        and i.status in ('sent', 'paid'))`,
  );
  return named(tx, id);
}

/** Deletes a draft with its lines. */
export async function deleteInvoice(call: Call, id: string): Promise<void> {
  const before = await changeable(call, id, 'draft');
  await call.remove(invoiceRecords, before);
  await call.tx.execute(sql`delete from invoice_lines where invoice = ${id}`);
}

/** Records a payment, or uses a credit note of the same client; an invoice that is paid in full becomes paid. */
export async function createPayment(
  call: Call,
  id: string,
  body: InvoicePaymentBody,
): Promise<InvoicePayment> {
  const { tx, actor, context } = call;
  // Of all invoices of the client, so that a credit note isn't used twice.
  const { client } = await invoiceInReach(tx, actor, id);
  await holdClient(tx, client);
  const invoice = await invoiceInReach(tx, actor, id);
  if ((invoice.status !== 'sent' && invoice.status !== 'paid') || invoice.invoice_date === null) {
    throw new ApiError('request.invalid', { message: 'Only sent invoices can have payments.' });
  }
  const credit = body.credit_note === null ? null : await creditOf(tx, client, body.credit_note);
  refuseProblems(
    paymentProblems(body, {
      balance_cents: await balanceNow(tx, invoice),
      invoice_date: invoice.invoice_date,
      today: pacificDay(context.now),
      credit_left_cents: credit === null ? null : -(await balanceNow(tx, credit)),
    }),
  );
  const made = await call.create(payments, firstRow(call, 'invoice_payment', { ...body, invoice: id }));
  await settle(call, id);
  if (credit !== null) await settle(call, credit.id);
  const [row] = await loadRows(tx, 'invoice_payment', [made.id]);
  return row ?? made;
}

/** A credit note of the client; null if it is none. */
async function creditOf(tx: Transaction, client: string, id: string): Promise<Invoice | null> {
  const [found] = await loadRows(tx, 'invoice', [id]);
  const isUsable = found?.client === client && found.kind === 'credit' && found.status === 'sent';
  return isUsable ? found : null;
}

export async function deletePayment(call: Call, id: string): Promise<void> {
  const { tx, actor, context } = call;
  const before = await storedRow(tx, 'invoice_payment', id);
  if (before === null) throw new ApiError('record.absent');
  const { client } = await invoiceInReach(tx, actor, before.invoice);
  await holdClient(tx, client);
  refuseOutdated(before, context.base_version);
  await call.remove(payments, before);
  await settle(call, before.invoice);
  if (before.credit_note !== null) await settle(call, before.credit_note);
}

/** Makes an invoice paid or sent by what is left to pay. */
async function settle(call: Call, id: string): Promise<void> {
  const before = await storedRow(call.tx, 'invoice', id);
  if (before === null) return;
  const status = statusByBalance(await balanceNow(call.tx, before));
  if (status !== before.status) await call.change(invoiceRecords, before, { ...wireRow(before), status });
}
