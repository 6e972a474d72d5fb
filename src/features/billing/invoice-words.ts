import type { FixedInvoiceLine } from '#contract/invoices.ts';
import { dayPlus } from '#domain/time/pacific.ts';

/** "October 2026" */
export function monthText(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** The months up to this day, the newest first. */
export function monthsUntil(today: string, count: number): string[] {
  const months: string[] = [];
  let day = today;
  while (months.length < count) {
    months.push(day.slice(0, 7));
    day = dayPlus(`${day.slice(0, 7)}-01`, -1);
  }
  return months;
}

/** The days of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const next = dayPlus(`${month}-28`, 4).slice(0, 7);
  return { from: `${month}-01`, to: dayPlus(`${next}-01`, -1) };
}

export const STATUS_LOOKS = { draft: 'neutral', sent: 'default', paid: 'success', void: 'outline' } as const;
export const AGE_LOOKS = {
  'not-due': 'neutral',
  'to-30': 'warning',
  'to-60': 'warning',
  'to-90': 'destructive',
  'over-90': 'destructive',
} as const;

/** The lines of a sent invoice that a credit note can take back. */
export function creditableLines(lines: readonly FixedInvoiceLine[]): FixedInvoiceLine[] {
  return lines.filter(({ kind, credited_by }) => kind === 'session' && credited_by === null);
}

/** An invoice address without the payer's name, which is printed above it. */
export function addressBelow(bill_to: string, address: string): string {
  const [first = '', ...rest] = address.split('\n');
  return first.trim().toLowerCase() === bill_to.trim().toLowerCase() ? rest.join('\n') : address;
}
