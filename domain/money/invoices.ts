import { dayPlus } from '#domain/time/pacific.ts';
import { moneyText } from './money-text.ts';

/** A draft can be recomputed; what was sent never changes. */
export const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_STATUS_LABELS: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  void: 'Void',
};

/** The first of a month, a later one for late work and corrections, and one in the client's favor. */
export const INVOICE_KINDS = ['monthly', 'supplemental', 'credit'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

export const INVOICE_KIND_LABELS: Readonly<Record<InvoiceKind, string>> = {
  monthly: 'Invoice',
  supplemental: 'Supplemental invoice',
  credit: 'Credit note',
};

export const PAYMENT_METHODS = ['check', 'ach', 'card', 'cash', 'credit-note', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  check: 'Check',
  ach: 'ACH transfer',
  card: 'Card',
  cash: 'Cash',
  'credit-note': 'Credit note',
  other: 'Other',
};

/** Accounting programs cut longer ones off. */
export const MOST_NUMBER_CHARACTERS = 21;

/** "INV-2026-00042", for a credit note "CR-2026-00042". A sequence counts on over years and kinds. */
export function invoiceNumber(kind: InvoiceKind, invoice_date: string, sequence: number): string {
  const prefix = kind === 'credit' ? 'CR' : 'INV';
  return `${prefix}-${invoice_date.slice(0, 4)}-${String(sequence).padStart(5, '0')}`;
}

/** A line that an invoice would have, or one that invoices already have. */
export interface LineFigures {
  session: string;
  student: string | null;
  minutes: number;
  amount_cents: number;
  /** The facts of the session that decide on the figures: the same facts need no correction. */
  basis: string;
}

/** What the next invoice of a client and month has to say about a session and student. */
export type InvoiceEntry<Now extends LineFigures, Fixed extends LineFigures> =
  | { kind: 'session'; line: Now }
  /** Takes back what was invoiced. */
  | { kind: 'credit'; line: Fixed };

/** The session and student that a line is about. */
export function lineKey({ session, student }: Pick<LineFigures, 'session' | 'student'>): string {
  return `${session} ${student ?? ''}`;
}

/**
 * Compares the lines as they are now with those that sent invoices have: new ones are added, and where the facts
 * of a session changed since, the old line is taken back and the new one added.
 *
 * @param now billed lines that may be invoiced
 * @param fixed the newest line on sent invoices for each session and student, without credited ones
 * @param settled keys of sessions that are decided: those whose new line is still blocked are left as they are
 */
export function nextEntries<Now extends LineFigures, Fixed extends LineFigures>(
  now: readonly Now[],
  fixed: readonly Fixed[],
  isSettled: (key: string) => boolean,
): InvoiceEntry<Now, Fixed>[] {
  const standing = new Map(fixed.map((line) => [lineKey(line), line]));
  const current = new Map(now.map((line) => [lineKey(line), line]));
  const added = now.flatMap((line): InvoiceEntry<Now, Fixed>[] => {
    const before = standing.get(lineKey(line));
    if (before === undefined) return [{ kind: 'session', line }];
    const isSame =
      before.basis === line.basis ||
      (before.minutes === line.minutes && before.amount_cents === line.amount_cents);
    return isSame
      ? []
      : [
          { kind: 'credit', line: before },
          { kind: 'session', line },
        ];
  });
  const gone = fixed
    .filter((line) => {
      const key = lineKey(line);
      // A session that named two records of one child, which were merged, is listed twice.
      return standing.get(key) !== line || (!current.has(key) && isSettled(key));
    })
    .map((line): InvoiceEntry<Now, Fixed> => ({ kind: 'credit', line }));
  return [...added, ...gone];
}

/**
 * Validation errors of crediting lines of a sent invoice, by field.
 * @param standing cents of the invoice's lines that no credit note has taken back, by the line's id
 */
export function creditProblems(
  { lines, reason }: { lines: readonly string[]; reason: string },
  standing: ReadonlyMap<string, number>,
): Partial<Record<'lines' | 'reason', string>> {
  const problems: Partial<Record<'lines' | 'reason', string>> = {};
  const total = lines.reduce((sum, id) => sum + (standing.get(id) ?? 0), 0);
  if (lines.length === 0) problems.lines = 'Choose at least one line.';
  else if (new Set(lines).size < lines.length) problems.lines = 'Choose each line once.';
  else if (lines.some((id) => !standing.has(id))) {
    problems.lines = 'Some of these lines are already credited. Close this and choose again.';
  } else if (total <= 0) problems.lines = "These lines total $0.00. There's nothing to credit.";
  if (reason.trim() === '') problems.reason = 'Enter a reason.';
  return problems;
}

/** The kind of an invoice with this total, given whether the client already has a sent one for the month. */
export function invoiceKind(total_cents: number, hasEarlier: boolean): InvoiceKind {
  if (total_cents < 0) return 'credit';
  return hasEarlier ? 'supplemental' : 'monthly';
}

/** The day by which an invoice has to be paid. */
export function dueOn(invoice_date: string, terms_days: number): string {
  return dayPlus(invoice_date, terms_days);
}

/** Cents that are still to be paid; negative is the client's credit. */
export function balanceOf(total_cents: number, payments: readonly { amount_cents: number }[]): number {
  return total_cents - payments.reduce((sum, one) => sum + one.amount_cents, 0);
}

/** The status of a sent invoice by what is left to pay. */
export function statusByBalance(balance_cents: number): 'sent' | 'paid' {
  return balance_cents === 0 ? 'paid' : 'sent';
}

export const AGES = ['not-due', 'to-30', 'to-60', 'to-90', 'over-90'] as const;
export type InvoiceAge = (typeof AGES)[number];

export const AGE_LABELS: Readonly<Record<InvoiceAge, string>> = {
  'not-due': 'Not due',
  'to-30': '1–30 days late',
  'to-60': '31–60 days late',
  'to-90': '61–90 days late',
  'over-90': 'Over 90 days late',
};

/** How long an invoice is overdue; due today is not late. */
export function ageOf(due_on: string, today: string): InvoiceAge {
  const days = Math.round((Date.parse(today) - Date.parse(due_on)) / 86_400_000);
  if (days <= 0) return 'not-due';
  if (days <= 30) return 'to-30';
  if (days <= 60) return 'to-60';
  return days <= 90 ? 'to-90' : 'over-90';
}

export interface CapUse {
  cap_cents: number;
  used_cents: number;
  /** Rounded down, so that 100 means that it is used up. */
  percent: number;
  level: 'ok' | 'near' | 'over';
}

const NEAR_PERCENT = 80;

/** How much of a contract's cap is used; warns from 80% on, and from 100% on. */
export function capUse(cap_cents: number, used_cents: number): CapUse {
  const percent = cap_cents === 0 ? (used_cents > 0 ? 100 : 0) : Math.floor((used_cents * 100) / cap_cents);
  return {
    ...{ cap_cents, used_cents, percent },
    level: percent >= 100 ? 'over' : percent >= NEAR_PERCENT ? 'near' : 'ok',
  };
}

/** Validation errors of a payment by field. */
export function paymentProblems(
  payment: { amount_cents: number; paid_on: string; method: PaymentMethod; credit_note: string | null },
  facts: { balance_cents: number; invoice_date: string; today: string; credit_left_cents: number | null },
): Partial<Record<'amount_cents' | 'paid_on' | 'credit_note', string>> {
  const problems: Partial<Record<'amount_cents' | 'paid_on' | 'credit_note', string>> = {};
  if (payment.amount_cents > facts.balance_cents) {
    problems.amount_cents = `Enter ${moneyText(facts.balance_cents)} or less. That's the balance due.`;
  }
  if (payment.paid_on < facts.invoice_date) problems.paid_on = 'Enter a day on or after the invoice date.';
  if (payment.paid_on > facts.today) problems.paid_on = "Enter a day that isn't in the future.";
  const isCredit = payment.method === 'credit-note';
  if (isCredit && facts.credit_left_cents === null)
    problems.credit_note = "Choose one of the client's credit notes.";
  if (!isCredit && payment.credit_note !== null) problems.credit_note = 'Leave blank for other payments.';
  if (isCredit && facts.credit_left_cents !== null && payment.amount_cents > facts.credit_left_cents) {
    problems.amount_cents = `Enter ${moneyText(facts.credit_left_cents)} or less. That's what's left on the credit note.`;
  }
  return problems;
}
