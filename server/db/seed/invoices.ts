import { type SQL, sql } from 'drizzle-orm';
import type { BillingLine } from '#contract/billing-reports.ts';
import { workbookFile } from '#domain/files/workbook-file.ts';
import { conditionOn } from '#domain/money/billing-conditions.ts';
import { type BilledSession, invoiceLines, lineBasis } from '#domain/money/invoice-line.ts';
import { dueOn, invoiceNumber } from '#domain/money/invoices.ts';
import {
  type ExportedInvoice,
  journalCsv,
  onlineInvoices,
  plainCsv,
  plainSheets,
  timeActivities,
} from '#domain/money/quickbooks.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import type { billing_conditions } from '#server/db/schema/billing-conditions.ts';
import type { client_accounts } from '#server/db/schema/client-accounts.ts';
import { invoice_cuts } from '#server/db/schema/invoice-cuts.ts';
import {
  invoice_lines,
  invoice_payments,
  invoices,
  quickbooks_batches,
  quickbooks_entries,
  quickbooks_files,
} from '#server/db/schema/invoices.ts';
import type { rates } from '#server/db/schema/rates.ts';
import { bulkInsert } from './bulk-insert.ts';
import type { Catalog, SeededClient } from './catalog.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import type { Students } from './students.ts';

type SeededInvoice = typeof invoices.$inferSelect;
type SeededLine = typeof invoice_lines.$inferSelect;

export interface InvoiceFacts {
  catalog: Catalog;
  people: People;
  learners: Students;
  accounts: readonly (typeof client_accounts.$inferSelect)[];
  rates: readonly (typeof rates.$inferSelect)[];
  conditions: readonly (typeof billing_conditions.$inferSelect)[];
  today: string;
}

type StoredSession = BilledSession & {
  location: string | null;
  provider: string;
  captured_at: string;
  received_at: string;
};

/** Enough to look at, and quick to seed. */
const DISTRICTS = 3;
const FAMILIES = 4;
/** The day of the next month on which invoices are sent. */
const SENT_ON = '05';

/**
 * The invoices of the month before last: some are paid, some overdue, and QuickBooks has them. What was entered after
 * they were sent is late. Last month is still to be invoiced.
 */
export async function seedInvoices(tx: Transaction, random: Random, facts: InvoiceFacts): Promise<void> {
  const { catalog, people, today } = facts;
  const sentMonth = dayPlus(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const month = dayPlus(`${sentMonth}-01`, -1).slice(0, 7);
  const invoice_date = `${sentMonth}-${SENT_ON}`;
  const sent_at = pacificInstant(invoice_date, '10:00');
  const districts = catalog.districts.slice(0, DISTRICTS).map(({ client }) => client);
  const payers = [...districts, ...catalog.families.slice(0, FAMILIES)];
  const office = people.users.find(({ role }) => role === '0')?.id ?? '';
  await bulkInsert(
    tx,
    invoice_cuts,
    payers.map(({ id }) => ({ client: id, month, cut_at: sent_at })),
  );
  const found = await approvedSessions(
    tx,
    sql`to_char(session_date, 'YYYY-MM') = ${month} and captured_at <= ${sent_at}::timestamptz
      and client in (select c.client from invoice_cuts c where c.month = ${month})`,
  );
  await tx.execute(
    sql`update sessions set late_for_client = true where to_char(session_date, 'YYYY-MM') = ${month}
      and captured_at > ${sent_at}::timestamptz and client in (select client from invoice_cuts where month = ${month})`,
  );
  const byClient = groupedBy(found, ({ client }) => client);
  const made: { invoice: SeededInvoice; lines: SeededLine[] }[] = [];
  for (const client of payers) {
    const sessions = byClient.get(client.id) ?? [];
    const lines = linesOf(random, sessions, client, facts);
    if (lines.length === 0) continue;
    const total_cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const number = invoiceNumber('monthly', invoice_date, made.length + 1);
    const account = facts.accounts.find(({ id }) => id === client.id);
    const payer = catalog.districts.find(({ client: one }) => one.id === account?.district)?.client ?? client;
    const own = facts.conditions.filter((one) => one.client === client.id);
    const terms_days = conditionOn(own, 'invoice_terms', `${month}-31`)?.days ?? 0;
    const id = random.id();
    made.push({
      invoice: {
        ...{ id, client: client.id, month, kind: 'monthly', status: 'sent', number, note: '' },
        ...{ client_name: client.name, bill_to: payer.name, terms_days, invoice_date, total_cents },
        invoice_address: account?.invoice_address ?? '',
        purchase_order: account?.purchase_order ?? '',
        contract_number: account?.contract_number ?? '',
        due_on: dueOn(invoice_date, terms_days),
        ...{ created_by: office, captured_at: sent_at, sent_by: office, sent_at, void_reason: '' },
        ...{ credited_invoice: null, voided_by: null, voided_at: null, deleted_at: null, version: 1 },
      },
      lines: lines.map((line) => ({ ...line, invoice: id })),
    });
  }
  const payments = made.flatMap(({ invoice }, at) => {
    // The first one always, so that even a small demo has a payment.
    if (at > 0 && !random.chance(0.5)) return [];
    const isWhole = at === 0 || random.chance(0.7);
    const amount_cents = isWhole ? invoice.total_cents : Math.ceil(invoice.total_cents / 2);
    if (isWhole) invoice.status = 'paid';
    const paid_on = dayPlus(invoice_date, random.int(4, 12));
    return [
      {
        ...{
          id: random.id(),
          invoice: invoice.id,
          method: random.pick(['check', 'ach'] as const),
          amount_cents,
        },
        ...{ paid_on, reference: String(random.int(10_000, 99_999)), credit_note: null, recorded_by: office },
        ...{ captured_at: pacificInstant(paid_on, '11:00'), deleted_at: null, version: 1 },
      },
    ];
  });
  await bulkInsert(
    tx,
    invoices,
    made.map(({ invoice }) => invoice),
  );
  await bulkInsert(
    tx,
    invoice_lines,
    made.flatMap(({ lines }) => lines),
  );
  await bulkInsert(tx, invoice_payments, payments);
  await insertBatch(tx, random, made, { office, invoice_date, sent_at });
}

/**
 * Sessions whose hours are approved, in order.
 * @param where on `sessions s`
 */
export function approvedSessions(tx: Transaction, where: SQL): Promise<StoredSession[]> {
  return jsonRows(
    tx,
    sql`select id, student_ids, client, service, location, provider, session_date, start_time, scheduled_minutes,
        actual_minutes, indirect_minutes, setting, attendance, make_up_of, "changeDuration", approval_request, requests,
        is_history, ${sql.raw(isoInstant('captured_at'))}, ${sql.raw(isoInstant('received_at'))}
      from sessions s where state in ('approved', 'locked') and deleted_at is null and ${where}
      order by session_date, start_time, id`,
  );
}

/** The billed lines of a client's sessions, as an invoice has them. */
export function linesOf(
  random: Random,
  sessions: readonly StoredSession[],
  client: SeededClient,
  facts: InvoiceFacts,
): Omit<SeededLine, 'invoice'>[] {
  const { catalog, people, learners } = facts;
  const services = new Map(catalog.services.map((one) => [one.id, one]));
  const locations = new Map(catalog.locations.map((one) => [one.id, one]));
  const byId = new Map(sessions.map((one) => [one.id, one]));
  const billed = invoiceLines(sessions, {
    rates: facts.rates,
    conditions: facts.conditions.filter((one) => one.client === client.id),
    regions: facts.accounts.find(({ id }) => id === client.id)?.regions ?? [],
    isServiceBillable: (id) => services.get(id)?.is_billable === true,
    isLocationBillable: (id) => locations.get(byId.get(id)?.location ?? '')?.is_billable !== false,
    missedDay: () => null,
    isAuthorized: () => true,
  });
  const provider = new Map(
    people.providers.map(({ row }) => [row.id, `${row.provider_first} ${row.provider_last}`]),
  );
  const student = new Map(learners.students.map((one) => [one.id, `${one.first_name} ${one.last_name}`]));
  return billed.flatMap((line, position): Omit<SeededLine, 'invoice'>[] => {
    const session = byId.get(line.session);
    if (line.kind !== 'billed' || session === undefined) return [];
    const { session_date, start_time, service, location, setting, attendance } = session;
    const shown: BillingLine = {
      ...{ session: session.id, student: line.student, session_date, start_time, service, location },
      ...{ setting, attendance, client: client.id, client_name: client.name, provider: session.provider },
      student_name: line.student === null ? '' : (student.get(line.student) ?? ''),
      provider_name: provider.get(session.provider) ?? '',
      service_name: services.get(service)?.name ?? '',
      location_name: locations.get(location ?? '')?.name ?? '',
      ...{ kind: 'billed', blocker: null, minutes: line.minutes, hourly_cents: line.hourly_cents },
      ...{ amount_cents: line.amount_cents, rate: line.rate.id, rate_level: line.rate.level },
      ...{ rate_cents: line.rate.amount_cents, rate_year: line.rate.start_year, reasons: line.words() },
      ...{ is_approved: true, approved_by_name: null, approved_at: null },
      ...{ late_for_client: false, late_for_payroll: false },
      ...{ captured_at: session.captured_at, received_at: session.received_at },
    };
    return [
      {
        ...{ id: random.id(), position, kind: 'session', session: session.id, student: line.student },
        ...{ session_date, minutes: line.minutes, amount_cents: line.amount_cents, credits: null },
        ...{ basis: lineBasis(line.student, session), facts: shown },
      },
    ];
  });
}

/** The batch that QuickBooks has of these invoices. */
async function insertBatch(
  tx: Transaction,
  random: Random,
  made: readonly { invoice: SeededInvoice; lines: readonly SeededLine[] }[],
  { office, invoice_date, sent_at }: { office: string; invoice_date: string; sent_at: string },
): Promise<void> {
  const exported = made.map(
    ({ invoice, lines }): ExportedInvoice => ({
      ...{ id: invoice.id, entry: 'invoice', number: invoice.number ?? '', client: invoice.client },
      ...{ customer: invoice.bill_to, invoice_date, due_on: invoice.due_on ?? invoice_date },
      ...{ terms_days: invoice.terms_days, memo: `${invoice.client_name}, ${invoice.month}` },
      ...{ has_address: invoice.invoice_address !== '', total_cents: invoice.total_cents },
      lines: lines.map(({ facts, minutes, amount_cents }) => ({
        ...{ session: facts.session, session_date: facts.session_date, start_time: facts.start_time },
        ...{ student_name: facts.student_name, service_name: facts.service_name },
        ...{
          provider_name: facts.provider_name,
          minutes,
          hourly_cents: facts.hourly_cents ?? 0,
          amount_cents,
        },
      })),
    }),
  );
  const accounts = { receivable_account: 'Accounts Receivable (A/R)', income_account: 'Services' };
  const batch = random.id();
  await bulkInsert(tx, quickbooks_batches, [
    {
      ...{ id: batch, start_date: invoice_date, end_date: invoice_date, ...accounts },
      invoice_count: exported.length,
      total_cents: exported.reduce((sum, { total_cents }) => sum + total_cents, 0),
      ...{ created_by: office, captured_at: sent_at, deleted_at: null, version: 1 },
    },
  ]);
  await bulkInsert(
    tx,
    quickbooks_entries,
    exported.map(({ id }) => ({ batch, invoice: id, entry: 'invoice' as const })),
  );
  const files = {
    'qbo-invoice': onlineInvoices(exported),
    journal: journalCsv(exported, accounts),
    iif: timeActivities(exported, ''),
    xlsx: workbookFile(plainSheets(exported, accounts)),
    csv: plainCsv(exported),
  };
  await bulkInsert(
    tx,
    quickbooks_files,
    Object.entries(files).map(([format, bytes]) => ({
      ...{ batch, format: format as keyof typeof files, base64: Buffer.from(bytes).toString('base64') },
    })),
  );
}

/** Most notes of insured students have the codes that their claims need. */
export async function codeInsuredNotes(tx: Transaction): Promise<void> {
  await tx.execute(sql`update soap_notes n set cpt_codes = '{SAMPLE-1}', dx_codes = array(
      select c.code from clinical_codes c where c.kind = 'dx' and c.service = n.service and not c.archived
      order by c.code limit 1)
    where n.state in ('signed', 'co-signed') and right(n.id::text, 1) not in ('0', '1', '2')
      and n.session in (select s.id from sessions s join client_accounts a on a.id = s.client where a.is_insurance)`);
}
