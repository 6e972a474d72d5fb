import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { QuickBooksBatch, QuickBooksBatchBody, QuickBooksExports } from '#contract/quickbooks-export.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { workbookFile } from '#domain/files/workbook-file.ts';
import {
  batchFileName,
  type ExportedInvoice,
  type ExportedLine,
  exportProblems,
  journalCsv,
  onlineInvoices,
  plainCsv,
  plainSheets,
  type QuickBooksFormat,
  timeActivities,
} from '#domain/money/quickbooks.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { quickbooks_entries, quickbooks_files } from '#server/db/schema/invoices.ts';
import { organizationSettings } from '#server/modules/catalog/organization-settings.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { reportHead } from './report-answers.ts';

const records: Records<QuickBooksBatch> = { entity: 'quickbooks_batch', scopes: () => [], about: () => ({}) };

interface Days {
  start_date: string;
  end_date: string;
}

/** A batch has invoices of all clients: only people who see all of them work with batches. */
function refuseOthers(actor: Actor): void {
  if (!seesWholeOrganization(actor)) throw new ApiError('access.denied');
}

export async function listExports(call: Call, days: Days): Promise<QuickBooksExports> {
  const { tx, actor } = call;
  refuseOthers(actor);
  const found = await toExport(tx, days);
  const [drafts] = await jsonRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from invoices where status = 'draft' and deleted_at is null
      and month between ${days.start_date.slice(0, 7)} and ${days.end_date.slice(0, 7)}`,
  );
  return {
    ...(await reportHead(call)),
    ready: found.map(({ id, entry, number, customer, invoice_date, total_cents }) => ({
      ...{ id, entry, number, customer, invoice_date, total_cents },
    })),
    problems: exportProblems(found),
    drafts: drafts?.count ?? 0,
    batches: await keptRows(
      tx,
      'quickbooks_batch',
      sql`true order by quickbooks_batches.captured_at desc, id`,
    ),
  };
}

/** Makes a batch with its files. Refused while something blocks it, or if there is nothing to export. */
export async function createBatch(call: Call, body: QuickBooksBatchBody): Promise<QuickBooksBatch> {
  const { tx, actor } = call;
  refuseOthers(actor);
  if (body.end_date < body.start_date) refuseProblems({ end_date: 'The end is before the start.' });
  // Two batches at the same time would have the same invoices: the second waits, and finds none.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('quickbooks batches', 0))`);
  const found = await toExport(tx, body);
  if (found.length === 0)
    refuseProblems({ end_date: 'Every invoice sent for these days is already in a batch.' });
  const blocking = exportProblems(found).filter(({ blocks }) => blocks);
  if (blocking.length > 0) {
    throw new ApiError('request.invalid', { message: blocking.map(({ words }) => words).join(' ') });
  }
  const sums = {
    invoice_count: found.length,
    total_cents: found.reduce((sum, one) => sum + (one.entry === 'void' ? -1 : 1) * one.total_cents, 0),
  };
  const made = await call.create(records, { ...firstRow(call, 'quickbooks_batch', body), ...sums });
  await tx
    .insert(quickbooks_entries)
    .values(found.map(({ id, entry }) => ({ batch: made.id, invoice: id, entry })));
  const { name } = await organizationSettings(tx);
  await tx.insert(quickbooks_files).values(
    Object.entries(filesOf(found, body, name)).map(([format, bytes]) => ({
      batch: made.id,
      format: format as QuickBooksFormat,
      base64: Buffer.from(bytes).toString('base64'),
    })),
  );
  const [row] = await loadRows(tx, 'quickbooks_batch', [made.id]);
  return row ?? made;
}

function filesOf(
  invoices: readonly ExportedInvoice[],
  accounts: QuickBooksBatchBody,
  company: string,
): Record<QuickBooksFormat, string | Uint8Array> {
  return {
    'qbo-invoice': onlineInvoices(invoices),
    journal: journalCsv(invoices, accounts),
    iif: timeActivities(invoices, company),
    xlsx: workbookFile(plainSheets(invoices, accounts)),
    csv: plainCsv(invoices),
  };
}

/** Sent invoices of these days that no batch has, and those voided since a batch had them, by number. */
async function toExport(tx: Transaction, { start_date, end_date }: Days): Promise<ExportedInvoice[]> {
  const found = await jsonRows<Omit<ExportedInvoice, 'lines'>>(
    tx,
    sql`select * from (
        select i.id, 'invoice' as entry, i.number, i.client, i.bill_to as customer, i.invoice_date, i.due_on,
          i.terms_days, i.client_name || ', ' || i.month as memo, i.invoice_address <> '' as has_address, i.total_cents
        from invoices i where i.status in ('sent', 'paid')
          and i.invoice_date between ${start_date}::date and ${end_date}::date
          and not exists (select from quickbooks_entries e where e.invoice = i.id and e.entry = 'invoice')
        union all
        select i.id, 'void', i.number, i.client, i.bill_to, (i.voided_at at time zone 'America/Los_Angeles')::date,
          i.due_on, i.terms_days, i.client_name || ', ' || i.month || ', void', true, i.total_cents
        from invoices i where i.status = 'void'
          and (i.voided_at at time zone 'America/Los_Angeles')::date between ${start_date}::date and ${end_date}::date
          and exists (select from quickbooks_entries e where e.invoice = i.id and e.entry = 'invoice')
          and not exists (select from quickbooks_entries e where e.invoice = i.id and e.entry = 'void')
      ) x order by number, entry`,
  );
  const lines = await jsonRows<ExportedLine & { invoice: string }>(
    tx,
    sql`select l.invoice, l.session, l.session_date, l.facts->>'start_time' as start_time,
        l.facts->>'student_name' as student_name, l.facts->>'service_name' as service_name,
        l.facts->>'provider_name' as provider_name, l.minutes, l.amount_cents,
        coalesce((l.facts->>'hourly_cents')::int, 0) as hourly_cents
      from invoice_lines l where l.invoice = any(${arrayParam(new Set(found.map(({ id }) => id)), 'uuid')})
      order by l.invoice, l.position`,
  );
  const byInvoice = groupedBy(lines, ({ invoice }) => invoice);
  return found.map((one) => ({
    ...one,
    lines: (byInvoice.get(one.id) ?? []).map(({ invoice: _, ...line }) => line),
  }));
}

/** The bytes of a batch's file, or `record.absent`. */
export async function batchFile(
  tx: Transaction,
  actor: Actor,
  id: string,
  format: QuickBooksFormat,
): Promise<{ bytes: Buffer; file_name: string; type: string }> {
  refuseOthers(actor);
  const [file] = await jsonRows<{
    base64: string;
    start_date: string;
    end_date: string;
    captured_at: string;
  }>(
    tx,
    sql`select f.base64, b.start_date, b.end_date, ${sql.raw(isoInstant('captured_at', 'b'))}
      from quickbooks_files f join quickbooks_batches b on b.id = f.batch
      where f.batch = ${id} and f.format = ${format} and b.deleted_at is null`,
  );
  if (file === undefined) throw new ApiError('record.absent');
  return {
    bytes: Buffer.from(file.base64, 'base64'),
    file_name: batchFileName(file, format),
    type: TYPES[format],
  };
}

const TYPES: Readonly<Record<QuickBooksFormat, string>> = {
  'qbo-invoice': 'text/csv; charset=utf-8',
  journal: 'text/csv; charset=utf-8',
  iif: 'text/plain; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
