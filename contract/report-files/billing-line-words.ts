import type { ListedLine } from '#contract/billing-reports.ts';
import type { LineStatus } from '#domain/money/line-status.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';

export const LINE_STATUS_LABELS: Readonly<Record<LineStatus, string>> = {
  open: 'To invoice',
  invoiced: 'Invoiced',
  blocked: 'To resolve',
  'not-billed': 'Not billed',
};

/** Who approved the hours of the session, and when. */
export function approvalWords({ is_approved, approved_by_name, approved_at }: ListedLine): string {
  if (!is_approved) return 'Not approved yet';
  if (approved_by_name === null || approved_at === null) return 'Approved';
  return `Approved by ${approved_by_name}, ${pacificDisplay(approved_at)}`;
}

/** When it was entered, and for what that was too late. */
export function latenessWords({ captured_at, late_for_client, late_for_payroll }: ListedLine): string {
  const late = [
    ...(late_for_client ? ["after the month's invoice was sent"] : []),
    ...(late_for_payroll ? ['more than 48 hours after the pay period closed'] : []),
  ];
  const when = `Entered ${pacificDisplay(captured_at)}`;
  return late.length === 0 ? `${when}, on time` : `${when}, ${late.join(' and ')}`;
}
