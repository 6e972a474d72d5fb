import { type CsvColumn, csvText, harmlessText } from '#domain/files/csv-text.ts';
import type { Sheet, SheetCell } from '#domain/files/workbook-file.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { MOST_NUMBER_CHARACTERS } from './invoices.ts';

export const QUICKBOOKS_FORMATS = ['qbo-invoice', 'journal', 'iif', 'xlsx', 'csv'] as const;
export type QuickBooksFormat = (typeof QUICKBOOKS_FORMATS)[number];

export const QUICKBOOKS_FORMAT_LABELS: Readonly<Record<QuickBooksFormat, string>> = {
  'qbo-invoice': 'QuickBooks Online invoices (CSV)',
  journal: 'Journal entries (CSV)',
  iif: 'QuickBooks Desktop time activities (IIF)',
  xlsx: 'Excel workbook',
  csv: 'CSV file',
};

const EXTENSIONS: Readonly<Record<QuickBooksFormat, string>> = {
  ...{ 'qbo-invoice': 'csv', journal: 'csv', iif: 'iif', xlsx: 'xlsx', csv: 'csv' },
};

/**
 * Names a file of a batch by its format, its days, and when the batch was made: later batches of the same days have
 * other invoices.
 */
export function batchFileName(
  { start_date, end_date, captured_at }: { start_date: string; end_date: string; captured_at: string },
  format: QuickBooksFormat,
): string {
  const made = `${pacificDay(captured_at)}-${pacificTime(captured_at).replace(':', '')}`;
  return `quickbooks-${format}-${start_date}-${end_date}-made-${made}.${EXTENSIONS[format]}`;
}

/** A line as the files have it. */
export interface ExportedLine {
  session: string;
  session_date: string;
  start_time: string;
  student_name: string;
  service_name: string;
  provider_name: string;
  /** Negative where an earlier line is taken back. */
  minutes: number;
  hourly_cents: number;
  amount_cents: number;
}

/** An invoice, or one that was voided after an earlier batch had it. */
export interface ExportedInvoice {
  id: string;
  entry: 'invoice' | 'void';
  number: string;
  client: string;
  /** Who pays. */
  customer: string;
  invoice_date: string;
  due_on: string;
  terms_days: number;
  /** Printed as the memo. */
  memo: string;
  has_address: boolean;
  total_cents: number;
  lines: readonly ExportedLine[];
}

export interface QuickBooksAccounts {
  receivable_account: string;
  income_account: string;
}

/** Something that is missing or wrong before a batch is made. What blocks has to be corrected first. */
export interface ExportProblem {
  blocks: boolean;
  words: string;
  /** What it is about. */
  invoice: string | null;
  client: string | null;
  session: string | null;
}

const DAY_MINUTES = 24 * 60;

/** Everything to look at before a batch is made; what blocks comes first. */
export function exportProblems(invoices: readonly ExportedInvoice[]): ExportProblem[] {
  const about = (
    { id, client }: Pick<ExportedInvoice, 'id' | 'client'>,
    words: string,
    blocks = true,
    session: string | null = null,
  ): ExportProblem => ({ blocks, words, invoice: id, client, session });
  const customers = new Map<string, Set<string>>();
  for (const { customer, client } of invoices) {
    const name = customer.trim().toLowerCase();
    customers.set(name, (customers.get(name) ?? new Set()).add(client));
  }
  const problems = invoices.flatMap((invoice) => [
    ...(invoice.number.length > MOST_NUMBER_CHARACTERS
      ? [about(invoice, `${invoice.number} is longer than ${MOST_NUMBER_CHARACTERS} characters.`)]
      : []),
    ...(invoice.customer.trim() === '' ? [about(invoice, `${invoice.number} has no customer.`)] : []),
    ...(sumOf(invoice) === invoice.total_cents
      ? []
      : [about(invoice, `The lines of ${invoice.number} don't add up to its total.`)]),
    ...invoice.lines
      .filter(({ minutes }) => Math.abs(minutes) >= DAY_MINUTES)
      .map(({ session }) =>
        about(
          invoice,
          `A session on ${invoice.number} is 24 hours or longer. Check its minutes.`,
          true,
          session,
        ),
      ),
    ...(invoice.has_address || invoice.entry === 'void'
      ? []
      : [about(invoice, `${invoice.customer} has no invoice address.`, false)]),
    ...(timesTakenBack(invoice) === 0
      ? []
      : [
          about(
            invoice,
            `${invoice.number} takes back time of ${counted(timesTakenBack(invoice), 'session')}. QuickBooks Desktop takes no negative time: correct it there.`,
            false,
          ),
        ]),
    ...(isOnlineInvoice(invoice)
      ? []
      : [
          about(
            invoice,
            `${invoice.number} is ${invoice.entry === 'void' ? 'a void invoice' : 'a credit note'}: it goes in the journal, not in the invoice file.`,
            false,
          ),
        ]),
  ]);
  return problems.sort((a, b) => Number(b.blocks) - Number(a.blocks));
}

function sumOf({ lines }: ExportedInvoice): number {
  return lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** QuickBooks Online takes no invoices below zero, and can't void by file. */
function isOnlineInvoice({ entry, total_cents }: ExportedInvoice): boolean {
  return entry === 'invoice' && total_cents >= 0;
}

/** "10/06/2026" */
function usDate(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}

/** Dollars with two decimals, without rounding: "-12.50". */
function dollars(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

type InvoiceRow = readonly [invoice: ExportedInvoice, line: ExportedLine];

function rowsOf(invoices: readonly ExportedInvoice[]): InvoiceRow[] {
  return invoices.flatMap((invoice) => invoice.lines.map((line) => [invoice, line] as const));
}

/**
 * Hours × rate where that is the amount to the cent; otherwise one piece at the amount, because QuickBooks multiplies
 * quantity and rate again.
 */
function quantityOf({ minutes, hourly_cents, amount_cents }: ExportedLine): {
  quantity: string;
  rate: string;
} {
  const hundredths = (minutes * 100) / 60;
  const isExact = Number.isInteger(hundredths) && hundredths * hourly_cents === amount_cents * 100;
  return isExact
    ? { quantity: dollars(hundredths), rate: dollars(hourly_cents) }
    : { quantity: '1', rate: dollars(amount_cents) };
}

interface Cell {
  header: string;
  value: (row: InvoiceRow) => string | number;
}

/** Amounts as numbers, so that a minus sign isn't escaped as a formula. */
const amount = (text: string) => Number(text);

const ONLINE: readonly Cell[] = [
  { header: '*InvoiceNo', value: ([{ number }]) => number },
  { header: '*Customer', value: ([{ customer }]) => customer },
  { header: '*InvoiceDate', value: ([{ invoice_date }]) => usDate(invoice_date) },
  { header: '*DueDate', value: ([{ due_on }]) => usDate(due_on) },
  {
    header: 'Terms',
    value: ([{ terms_days }]) => (terms_days === 0 ? 'Due on receipt' : `Net ${terms_days}`),
  },
  { header: 'Memo', value: ([{ memo }]) => memo },
  { header: 'Item(Product/Service)', value: ([, { service_name }]) => service_name },
  { header: 'ItemDescription', value: ([, line]) => descriptionOf(line) },
  { header: 'ItemQuantity', value: ([, line]) => amount(quantityOf(line).quantity) },
  { header: 'ItemRate', value: ([, line]) => amount(quantityOf(line).rate) },
  { header: '*ItemAmount', value: ([, { amount_cents }]) => amount(dollars(amount_cents)) },
  { header: 'Service Date', value: ([, { session_date }]) => usDate(session_date) },
];

function descriptionOf({ student_name, provider_name, minutes }: ExportedLine): string {
  return [student_name || 'Indirect work', provider_name, `${minutes} min`].join(', ');
}

/** QuickBooks Online's import of invoices: one row for each line, the lines of an invoice below each other. */
export function onlineInvoices(invoices: readonly ExportedInvoice[]): string {
  return csvOf(ONLINE, rowsOf(invoices.filter(isOnlineInvoice)));
}

function csvOf<Row>(
  cells: readonly { header: string; value: (row: Row) => string | number | null }[],
  rows: readonly Row[],
): string {
  return csvText(cells as readonly CsvColumn<Row>[], rows);
}

export interface JournalLine {
  number: string;
  date: string;
  account: string;
  debit_cents: number;
  credit_cents: number;
  description: string;
  name: string;
}

/**
 * The journal: what each customer owes against the income by service. Each entry is balanced; a credit note and a
 * voided invoice are the other way around.
 */
export function journalLines(
  invoices: readonly ExportedInvoice[],
  { receivable_account, income_account }: QuickBooksAccounts,
): JournalLine[] {
  return invoices.flatMap((invoice) => {
    const sign = invoice.entry === 'void' ? -1 : 1;
    const number = invoice.entry === 'void' ? `${invoice.number}-V` : invoice.number;
    const entry = (account: string, cents: number, description: string): JournalLine => ({
      ...{ number, date: invoice.invoice_date, account, description, name: invoice.customer },
      debit_cents: Math.max(0, cents),
      credit_cents: Math.max(0, -cents),
    });
    const services = new Map<string, number>();
    for (const { service_name, amount_cents } of invoice.lines) {
      services.set(service_name, (services.get(service_name) ?? 0) + amount_cents);
    }
    return [
      entry(receivable_account, sign * invoice.total_cents, invoice.memo),
      ...[...services]
        .filter(([, cents]) => cents !== 0)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([service, cents]) => entry(income_account, -sign * cents, service)),
    ].filter(({ debit_cents, credit_cents }) => debit_cents + credit_cents > 0);
  });
}

const money = (cents: number) => (cents === 0 ? null : amount(dollars(cents)));

export function journalCsv(invoices: readonly ExportedInvoice[], accounts: QuickBooksAccounts): string {
  return csvOf<JournalLine>(
    [
      { header: '*JournalNo', value: ({ number }) => number },
      { header: '*JournalDate', value: ({ date }) => usDate(date) },
      { header: '*AccountName', value: ({ account }) => account },
      { header: '*Debits', value: ({ debit_cents }) => money(debit_cents) },
      { header: '*Credits', value: ({ credit_cents }) => money(credit_cents) },
      { header: 'Description', value: ({ description }) => description },
      { header: 'Name', value: ({ name }) => name },
    ],
    journalLines(invoices, accounts),
  );
}

/** A text of a tab-separated file: one line, no formula. */
function iifText(text: string): string {
  return harmlessText(text.replace(/[\t\r\n"]+/g, ' ').trim());
}

/**
 * The lines of each session, with the minutes that they add to what earlier invoices had: a correction takes the line
 * before it back. Minutes stay negative where time is taken back and not replaced. Voided invoices have none.
 */
function netMinutes({ entry, lines }: ExportedInvoice): Map<string, ExportedLine[]> {
  const sessions = new Map<string, ExportedLine[]>();
  if (entry === 'void') return sessions;
  const later = lines.filter(({ minutes }) => minutes < 0);
  for (const line of [...lines.filter(({ minutes }) => minutes >= 0), ...later]) {
    const own = sessions.get(line.session) ?? [];
    const at = line.minutes < 0 ? own.findIndex((one) => one.minutes > 0 && isSameWork(one, line)) : -1;
    const corrected = own[at];
    sessions.set(
      line.session,
      corrected === undefined
        ? [...own, line]
        : own.with(at, { ...corrected, minutes: corrected.minutes + line.minutes }),
    );
  }
  return sessions;
}

/** Sessions that an earlier invoice had with more time. */
function timesTakenBack(invoice: ExportedInvoice): number {
  return [...netMinutes(invoice).values()].filter((lines) => lines.some(({ minutes }) => minutes < 0)).length;
}

function isSameWork(one: ExportedLine, other: ExportedLine): boolean {
  return one.student_name === other.student_name;
}

/**
 * QuickBooks Desktop's time activities: one row for each session, below 24 hours, with the minutes that it adds to earlier
 * batches. Time that is taken back has no rows, because a time activity can't be negative.
 */
export function timeActivities(invoices: readonly ExportedInvoice[], company: string): string {
  const head = [
    ['!TIMERHDR', 'VER', 'REL', 'COMPANYNAME', 'IMPORTEDBEFORE', 'FROMTIMER', 'COMPANYCREATETIME'],
    ['TIMERHDR', '8', '0', iifText(company), 'N', 'Y', '0'],
    [
      '!TIMEACT',
      'DATE',
      'JOB',
      'EMP',
      'ITEM',
      'PITEM',
      'DURATION',
      'PROJ',
      'NOTE',
      'XFERTOPAYROLL',
      'BILLINGSTATUS',
    ],
  ];
  const worked = invoices.flatMap((invoice) =>
    [...netMinutes(invoice)].flatMap(([, lines]) => {
      const added = lines.filter(({ minutes }) => minutes > 0);
      // Students of a group share the session: its time is the longest line.
      const [longest] = [...added].sort((one, other) => other.minutes - one.minutes);
      const students = added.map(({ student_name }) => student_name).filter((name) => name !== '');
      return longest === undefined ? [] : [{ invoice, line: longest, students }];
    }),
  );
  const rows = worked.map(({ invoice, line, students }) => [
    ...['TIMEACT', usDate(line.session_date), iifText(invoice.customer), iifText(line.provider_name)],
    ...[iifText(line.service_name), '', durationOf(line.minutes), ''],
    ...[iifText(`${invoice.number}: ${students.join(', ') || 'Indirect work'}`), 'N', '1'],
  ]);
  return [...head, ...rows].map((cells) => `${cells.join('\t')}\r\n`).join('');
}

/** "0:45" */
function durationOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

interface PlainColumn {
  header: string;
  value: (row: InvoiceRow) => SheetCell;
}

const PLAIN: readonly PlainColumn[] = [
  { header: 'Invoice', value: ([{ number }]) => number },
  { header: 'Entry', value: ([{ entry, total_cents }]) => entryWords(entry, total_cents) },
  { header: 'Customer', value: ([{ customer }]) => customer },
  { header: 'Invoice date', value: ([{ invoice_date }]) => ({ day: invoice_date }) },
  { header: 'Due', value: ([{ due_on }]) => ({ day: due_on }) },
  { header: 'Service date', value: ([, { session_date }]) => ({ day: session_date }) },
  { header: 'Student', value: ([, { student_name }]) => student_name },
  { header: 'Service', value: ([, { service_name }]) => service_name },
  { header: 'Provider', value: ([, { provider_name }]) => provider_name },
  { header: 'Minutes', value: ([{ entry }, { minutes }]) => (entry === 'void' ? -minutes : minutes) },
  { header: 'Hourly rate', value: ([, { hourly_cents }]) => amount(dollars(hourly_cents)) },
  {
    header: 'Amount',
    value: ([{ entry }, { amount_cents }]) =>
      amount(dollars(entry === 'void' ? -amount_cents : amount_cents)),
  },
];

function entryWords(entry: ExportedInvoice['entry'], total_cents: number): string {
  if (entry === 'void') return 'Void';
  return total_cents < 0 ? 'Credit note' : 'Invoice';
}

export function plainCsv(invoices: readonly ExportedInvoice[]): string {
  return csvOf(
    PLAIN.map(({ header, value }) => ({
      header,
      value(row: InvoiceRow) {
        const cell = value(row);
        return typeof cell === 'object' && cell !== null ? usDate(cell.day) : cell;
      },
    })),
    rowsOf(invoices),
  );
}

/** The sheets of the workbook: the lines, and the journal. */
export function plainSheets(invoices: readonly ExportedInvoice[], accounts: QuickBooksAccounts): Sheet[] {
  return [
    {
      name: 'Lines',
      head: PLAIN.map(({ header }) => header),
      rows: rowsOf(invoices).map((row) => PLAIN.map(({ value }) => value(row))),
    },
    {
      name: 'Journal',
      head: ['Journal no.', 'Date', 'Account', 'Debit', 'Credit', 'Description', 'Name'],
      rows: journalLines(invoices, accounts).map((line) => [
        ...[line.number, { day: line.date }, line.account, money(line.debit_cents), money(line.credit_cents)],
        ...[line.description, line.name],
      ]),
    },
  ];
}
