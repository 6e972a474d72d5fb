export const LINE_STATUSES = ['open', 'invoiced', 'blocked', 'not-billed'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

/** Whether a line is on an invoice, waits for one, or isn't billed. */
export function statusOf({
  kind,
  invoice,
}: {
  kind: 'billed' | 'not-billed' | 'blocked';
  invoice: object | null;
}): LineStatus {
  if (invoice !== null) return 'invoiced';
  return kind === 'billed' ? 'open' : kind;
}

/** Whether the hours of a line are approved. */
export const LINE_APPROVALS = ['approved', 'unapproved'] as const;

export function approvalOf({ is_approved }: { is_approved: boolean }): (typeof LINE_APPROVALS)[number] {
  return is_approved ? 'approved' : 'unapproved';
}
