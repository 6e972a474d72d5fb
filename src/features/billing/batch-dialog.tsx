import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { QuickBooksBatch } from '#contract/quickbooks-export.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { BillingDialog } from './billing-dialog.tsx';
import { useSubmission } from './billing-submission.ts';

interface BatchDialogProps {
  days: { from: string; to: string };
  count: number;
  total_cents: number;
  /** The accounts of the last batch. */
  last: QuickBooksBatch | undefined;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Asks for the accounts of the journal, then makes the batch. */
export function BatchDialog({ days, count, total_cents, last, onClose, onDone }: BatchDialogProps) {
  const write = useServerWrite();
  const [id] = useState(() => uuidv7());
  const [receivable, setReceivable] = useState(last?.receivable_account ?? 'Accounts Receivable (A/R)');
  const [income, setIncome] = useState(last?.income_account ?? 'Services');
  const submission = useSubmission({
    fields: ['receivable_account', 'income_account'],
    send: () => {
      const body = {
        ...{ id, start_date: days.from, end_date: days.to },
        ...{ receivable_account: receivable.trim(), income_account: income.trim() },
      };
      return write('quickbooks.create', { body }, 0);
    },
    done: 'Batch created',
    onAccepted: onClose,
    onDone,
  });
  return (
    <BillingDialog
      title="Create batch"
      description={`${counted(count, 'entry', 'entries')}, ${moneyText(total_cents)}. The files in a batch never change. Later changes go in another batch.`}
      action="Create batch"
      submission={submission}
      onClose={onClose}
    >
      <Field label="Receivable account" error={submission.errors.receivable_account} required>
        <Input autoComplete="off" value={receivable} onChange={({ target }) => setReceivable(target.value)} />
      </Field>
      <Field label="Income account" error={submission.errors.income_account} required>
        <Input autoComplete="off" value={income} onChange={({ target }) => setIncome(target.value)} />
      </Field>
    </BillingDialog>
  );
}
