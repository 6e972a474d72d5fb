import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Invoice, InvoiceCreditBody } from '#contract/invoices.ts';
import { creditProblems, dueOn, invoiceNumber } from '#domain/money/invoices.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { fixedLines } from './fixed-lines.ts';
import { headOf, holdClient, invoiceRecords, named, nextSequence, putLines } from './invoice-operations.ts';
import { invoiceInReach } from './invoice-queries.ts';

/**
 * Credits lines of a sent invoice: a credit note with its own number takes them back at once. While it isn't voided,
 * these sessions aren't billed again.
 */
export async function creditInvoice(call: Call, id: string, body: InvoiceCreditBody): Promise<Invoice> {
  const { tx, actor, context } = call;
  const { client } = await invoiceInReach(tx, actor, id);
  // Of all invoices of the client, so that no line is taken back twice.
  await holdClient(tx, client);
  const before = await invoiceInReach(tx, actor, id);
  if (before.status !== 'sent' && before.status !== 'paid') {
    throw new ApiError('request.invalid', { message: 'Only sent invoices can be credited.' });
  }
  const standing = await fixedLines(tx, sql`l.invoice = ${id}`);
  refuseProblems(creditProblems(body, new Map(standing.map((line) => [line.id, line.amount_cents]))));
  const entries = standing
    .filter((line) => body.lines.includes(line.id))
    .map((line) => ({ kind: 'credit' as const, line }));
  const total_cents = -entries.reduce((sum, { line }) => sum + line.amount_cents, 0);
  const head = await headOf(tx, before, { total_cents });
  const invoice_date = pacificDay(context.now);
  const note = body.reason.trim();
  const row = firstRow(call, 'invoice', { id: body.id, client, month: before.month, note });
  const made = await call.create(invoiceRecords, {
    ...{ ...row, ...head, credited_invoice: id, invoice_date, due_on: dueOn(invoice_date, head.terms_days) },
    ...{ status: 'sent' as const, sent_by: actor.user_id, sent_at: new Date(context.now).toISOString() },
    number: invoiceNumber(head.kind, invoice_date, await nextSequence(tx)),
  });
  await putLines(tx, made.id, { entries });
  return named(tx, made.id);
}
