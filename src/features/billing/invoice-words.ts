import type { FixedInvoiceLine, Invoice } from '#contract/invoices.ts';
import { ATTENDANCE_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import type { FormMerge } from '#screens/form/late-dialog.tsx';

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

/** "Speech, individual"; what takes back an earlier line says so. */
export function serviceWords({ kind, facts }: FixedInvoiceLine): string {
  const { service_name, setting, attendance } = facts;
  const words = `${service_name}, ${SETTING_LABELS[setting].toLowerCase()}`;
  const attended = attendance === 'delivered' ? '' : `, ${ATTENDANCE_LABELS[attendance].toLowerCase()}`;
  return kind === 'credit' ? `Credit: ${words}${attended}, as invoiced before` : `${words}${attended}`;
}

/** What of a draft someone else may have changed before it is deleted. */
export const DRAFT_MERGE: FormMerge<Partial<Invoice>, Invoice> = {
  valuesOf: ({
    status,
    number,
    total_cents,
    bill_to,
    invoice_address,
    purchase_order,
    contract_number,
    note,
  }) => ({
    ...{ status, number, total_cents, bill_to, invoice_address, purchase_order, contract_number, note },
  }),
  read: async (api, id) => (await api.call('invoice.read', { params: { id } })).invoice,
};
