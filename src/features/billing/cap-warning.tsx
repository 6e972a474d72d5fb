import type { InvoiceFile } from '#contract/invoices.ts';
import { capUse } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';

/** Warns from 80% of the contract's cap on. */
export function CapWarning({ cap }: Pick<InvoiceFile, 'cap'>) {
  if (cap === null) return null;
  const use = capUse(cap.cap_cents, cap.used_cents);
  if (use.level === 'ok') return null;
  const words = `${moneyText(cap.used_cents)} of ${moneyText(cap.cap_cents)} with this invoice`;
  return (
    <p
      role="status"
      className="rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning print:hidden"
    >
      {use.level === 'over'
        ? `The contract's cap is used up: ${words}.`
        : `${use.percent}% of the contract's cap is used: ${words}.`}
    </p>
  );
}
