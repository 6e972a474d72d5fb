import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { InvoiceFile } from '#contract/invoices.ts';
import { creditProblems } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { CheckRow } from '#ui/check-row.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { BillingDialog } from './billing-dialog.tsx';
import { useSubmission } from './billing-submission.ts';
import { creditableLines } from './invoice-words.ts';
import { useKeptEntry } from './kept-entry.tsx';

const LONGEST_REASON = 1_000;

interface CreditDialogProps {
  file: Pick<InvoiceFile, 'invoice' | 'lines'>;
  onClose: () => void;
  onDone: () => Promise<void>;
}

const NOTHING: { lines: readonly string[]; reason: string } = { lines: [], reason: '' };

/** Asks for the lines and the reason, then issues the credit note. */
export function CreditDialog({ file: { invoice, lines }, onClose, onDone }: CreditDialogProps) {
  const write = useServerWrite();
  const [id] = useState(() => uuidv7());
  const { values, change, drop, notice } = useKeptEntry(`credit|${invoice.id}`, NOTHING);
  const { reason } = values;
  const chosen = new Set(values.lines);
  const open = creditableLines(lines);
  const picked = open.filter((line) => chosen.has(line.id));
  const body = { id, lines: picked.map((line) => line.id), reason: reason.trim() };
  const submission = useSubmission({
    fields: ['lines', 'reason'],
    check: () => creditProblems(body, new Map(open.map((line) => [line.id, line.amount_cents]))),
    send: () => write('invoice.credit', { params: { id: invoice.id }, body }, 0),
    done: 'Credit note issued',
    onAccepted: () => {
      drop();
      onClose();
    },
    onDone,
  });
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const others = values.lines.filter((line) => !ids.includes(line));
    change({ ...values, lines: isChosen ? [...others, ...ids] : others });
  };
  const isAll = picked.length === open.length;
  return (
    <BillingDialog
      title={`Credit ${invoice.number ?? ''}`}
      description="The credit note gets its own number. Its sessions aren't billed again unless you void it."
      action="Issue credit note"
      submission={submission}
      onClose={onClose}
      wide
    >
      {notice}
      <Field label="Lines to credit" error={submission.errors.lines} required group>
        <fieldset className="grid max-h-72 overflow-y-auto rounded-md border border-border p-1">
          <CheckRow
            className="font-medium"
            checked={isAll ? true : picked.length > 0 ? 'indeterminate' : false}
            onChange={(isChecked) =>
              choose(
                open.map((line) => line.id),
                isChecked,
              )
            }
          >
            All lines
          </CheckRow>
          {open.map(({ id: line, facts, minutes, amount_cents }) => (
            <CheckRow
              key={line}
              checked={chosen.has(line)}
              onChange={(isChecked) => choose([line], isChecked)}
            >
              <span className="min-w-0 flex-1">
                {`${displayDay(facts.session_date)}, ${facts.student_name || 'Indirect work'}, ${facts.service_name}, ${minutes} min`}
              </span>
              <span className="tabular-nums">{moneyText(amount_cents)}</span>
            </CheckRow>
          ))}
        </fieldset>
      </Field>
      <Field
        label="Reason"
        error={submission.errors.reason}
        description="Printed on the credit note."
        required
      >
        <Textarea
          value={reason}
          maxLength={LONGEST_REASON}
          onChange={({ target }) => change({ ...values, reason: target.value })}
        />
      </Field>
      <p className="text-right font-semibold text-sm tabular-nums" aria-live="polite">
        {`Credit: ${moneyText(picked.reduce((sum, { amount_cents }) => sum + amount_cents, 0))}, ${counted(picked.length, 'line')}`}
      </p>
    </BillingDialog>
  );
}
