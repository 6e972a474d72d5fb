import { Link } from '@tanstack/react-router';
import type { InvoiceFile } from '#contract/invoices.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';

/** Where and how an invoice is paid. People who can add what is missing see where. */
export function PayTo({ invoice, pay_to }: Pick<InvoiceFile, 'invoice' | 'pay_to'>) {
  const { profile } = useSignedIn();
  const { name } = useOrganization();
  if (invoice.kind === 'credit') return null;
  const { address, payment_instructions } = pay_to;
  const isMissing = address === '' && payment_instructions === '';
  if (isMissing && !mayUse({ role: profile.auth, grants: profile.grants }, 'organization.record'))
    return null;
  return (
    <section
      aria-label="Pay to"
      className={`grid break-inside-avoid gap-1 text-sm ${isMissing ? 'print:hidden' : ''}`}
    >
      <h2 className="font-semibold">Pay to</h2>
      {isMissing ? (
        <p className="text-muted-foreground">
          Your address isn't on invoices yet. Add it under{' '}
          <Link to="/admin/organization" className="underline underline-offset-2">
            Organization
          </Link>
          .
        </p>
      ) : (
        <>
          <p className="whitespace-pre-line">{[name, address].filter((line) => line !== '').join('\n')}</p>
          {payment_instructions !== '' && <p className="mt-1 whitespace-pre-line">{payment_instructions}</p>}
        </>
      )}
    </section>
  );
}
