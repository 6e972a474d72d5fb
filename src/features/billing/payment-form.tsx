import { useMemo } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { InvoiceFile, InvoicePayment } from '#contract/invoices.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { bodyOf, byValue, newPayment, type PaymentValues, problemsOf } from './payment-values.ts';

/** Only to check a form whose record has no id yet. */
const ANY_ID = uuidv7();

interface PaymentFormProps {
  file: Pick<InvoiceFile, 'invoice' | 'balance_cents' | 'credits'>;
  onClose: () => void;
}

/** Records a payment of an invoice, or uses a credit note for it. */
export function PaymentForm({ file, onClose }: PaymentFormProps) {
  const { invoice, balance_cents, credits } = file;
  const write = useServerWrite();
  const today = useToday();
  const form = useEntityForm<'invoice_payment', PaymentValues, InvoicePayment>({
    entity: 'invoice_payment',
    place: 'on the server',
    initial: useMemo(() => newPayment(balance_cents, today), [balance_cents, today]),
    opened: null,
    draft: { form: 'invoice_payment', of: invoice.id },
    problemsOf: (values) => problemsOf(values, ANY_ID),
    async save(values, { id }) {
      const refused = await write(
        'invoice-payment.create',
        { params: { id: invoice.id }, body: bodyOf(values, id) },
        0,
      );
      return refused === null ? null : byValue(refused);
    },
    onClose,
  });
  const methods = PAYMENT_METHODS.filter((one) => one !== 'credit-note' || credits.length > 0);
  return (
    <EntitySheet form={form} title={`Payment of ${invoice.number ?? ''}`}>
      <p className="text-muted-foreground text-sm">Balance due: {moneyText(balance_cents)}</p>
      <EntityField form={form} name="amount_cents" value="amount" detail="dollars" required>
        <DecimalInput {...form.inputs.register('amount')} />
      </EntityField>
      <EntityField form={form} name="paid_on" required>
        <Input type="date" max={today} {...form.inputs.register('paid_on')} />
      </EntityField>
      <EntityField form={form} name="method" required>
        <Select {...form.inputs.register('method')}>
          {methods.map((method) => (
            <option key={method} value={method}>
              {PAYMENT_METHOD_LABELS[method]}
            </option>
          ))}
        </Select>
      </EntityField>
      {form.values.method === 'credit-note' && (
        <EntityField form={form} name="credit_note" required>
          <Select {...form.inputs.register('credit_note')}>
            <option value="">Choose…</option>
            {credits.map(({ id, number, left_cents }) => (
              <option key={id} value={id}>
                {number}, {moneyText(left_cents)} left
              </option>
            ))}
          </Select>
        </EntityField>
      )}
      <EntityField form={form} name="reference">
        <Input
          autoComplete="off"
          placeholder="Check or transfer number"
          {...form.inputs.register('reference')}
        />
      </EntityField>
    </EntitySheet>
  );
}
