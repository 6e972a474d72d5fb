import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { InvoiceFile } from '#contract/invoices.ts';
import { PAYMENT_METHOD_LABELS } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';

interface InvoicePaymentsProps {
  file: Pick<InvoiceFile, 'invoice' | 'payments'>;
  mayRecord: boolean;
  reload: () => Promise<void>;
}

/** The payments of an invoice, or what a credit note was used for. A wrong one is deleted. */
export function InvoicePayments({ file, mayRecord, reload }: InvoicePaymentsProps) {
  const { payments, invoice } = file;
  const command = useServerCommand();
  const [gone, setGone] = useState<InvoiceFile['payments'][number] | null>(null);
  if (payments.length === 0) return null;
  return (
    <Card className="print:hidden">
      <CardHeader>
        <CardTitle>{invoice.kind === 'credit' ? 'Used for' : 'Payments'}</CardTitle>
      </CardHeader>
      <CardContent>
        {mayRecord && invoice.status === 'sent' && (
          <p className="mb-3 text-muted-foreground text-sm">
            To void this invoice, delete its payments first. To take back part of it, choose Credit.
          </p>
        )}
        <ul aria-label="Payments" className="grid gap-2 text-sm">
          {payments.map((payment) => (
            <li key={payment.id} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                {`${displayDay(payment.paid_on)}, ${PAYMENT_METHOD_LABELS[payment.method]}${payment.reference === '' ? '' : ` ${payment.reference}`}`}
                <span className="text-muted-foreground">{`, recorded by ${payment.recorded_by_name}`}</span>
              </span>
              <span className="flex items-center gap-2 tabular-nums">
                {moneyText(payment.amount_cents)}
                {mayRecord && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Delete payment of ${moneyText(payment.amount_cents)}`}
                    onClick={() => setGone(payment)}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
        <DeleteConfirmation
          open={gone !== null}
          onOpenChange={(next) => !next && setGone(null)}
          name={gone === null ? '' : `the payment of ${moneyText(gone.amount_cents)}`}
          onConfirm={async () => {
            if (gone === null) return;
            try {
              await command('invoice-payment.delete', { params: { id: gone.id } }, gone.version);
              toast.success('Payment deleted', { duration: 2_500 });
            } finally {
              await reload();
            }
          }}
        />
      </CardContent>
    </Card>
  );
}
