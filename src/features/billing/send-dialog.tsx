import { useState } from 'react';
import type { Invoice } from '#contract/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { BillingDialog } from './billing-dialog.tsx';
import { useSubmission } from './billing-submission.ts';

interface SendDialogProps {
  invoice: Invoice;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Asks for the invoice date, then numbers the draft and fixes it. */
export function SendDialog({ invoice, onClose, onDone }: SendDialogProps) {
  const write = useServerWrite();
  const today = useToday();
  const [invoice_date, setDate] = useState(today);
  const submission = useSubmission({
    fields: ['invoice_date'],
    send: () =>
      write('invoice.send', { params: { id: invoice.id }, body: { invoice_date } }, invoice.version),
    done: 'Invoice marked as sent',
    onAccepted: onClose,
    onDone,
  });
  return (
    <BillingDialog
      title="Send invoice"
      description={`${moneyText(invoice.total_cents)} for ${invoice.client_name}. It gets a number, and its lines can't change anymore. Print it or save it as a PDF to send it.`}
      action="Mark as sent"
      submission={submission}
      onClose={onClose}
    >
      <Field label="Invoice date" error={submission.errors.invoice_date} required>
        <Input
          type="date"
          max={today}
          value={invoice_date}
          onChange={({ target }) => setDate(target.value)}
        />
      </Field>
    </BillingDialog>
  );
}
