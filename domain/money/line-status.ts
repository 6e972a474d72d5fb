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
