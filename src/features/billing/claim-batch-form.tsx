import { useMemo, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ClaimBatch, ClaimBatches } from '#contract/claim-batches.ts';
import type { ClaimParties } from '#domain/money/claim-837p.ts';
import { partyProblems, payerKey } from '#domain/money/claim-filing.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { SubmissionProblem } from './billing-dialog.tsx';
import { useSubmission } from './billing-submission.ts';
import { useKeptEntry } from './kept-entry.tsx';

type Part = Exclude<keyof ClaimParties, 'payer'>;

/** What is typed, in the order of the form. */
const PARTS = [
  ...(['payer_id', 'receiver_name', 'receiver_id', 'submitter_id', 'organization', 'npi'] as const),
  ...(['tax_id', 'street', 'city', 'state', 'zip', 'contact_name', 'contact_phone'] as const),
] satisfies Part[];

interface ClaimBatchFormProps {
  days: { from: string; to: string };
  found: ClaimBatches;
  onDone: () => Promise<void>;
}

/** Asks who files and who pays, as in the last batch, then makes the batch. */
export function ClaimBatchForm({ days, found, onDone }: ClaimBatchFormProps) {
  const write = useServerWrite();
  const [id] = useState(() => uuidv7());
  const first = useMemo(() => firstValues(found), [found]);
  const { values: kept, change, drop, notice } = useKeptEntry('claim-batch', first);
  // The days of the draft can have had another payer.
  const isPayer = found.payers.some(({ payer }) => payer === kept.payer);
  const values = isPayer ? kept : { ...kept, payer: first.payer, payer_id: first.payer_id };
  const parties = trimmed(values);
  const { errors, problem, isBusy, form, submit } = useSubmission({
    fields: Object.keys(values),
    check: () => partyProblems(parties),
    send: () =>
      write('claim-batch.create', { body: { id, start_date: days.from, end_date: days.to, ...parties } }, 0),
    done: 'Claim batch created',
    onAccepted: drop,
    onDone,
  });
  return (
    <form ref={form} noValidate aria-label="New claim batch" className="grid gap-4" onSubmit={submit}>
      <h2 className="font-semibold text-base">New batch</h2>
      {notice}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={fieldLabel('claim_batch', 'payer')} error={errors.payer} required>
          <Select
            value={values.payer}
            onChange={({ target }) =>
              change({ ...values, payer: target.value, payer_id: payerIdOf(found.batches, target.value) })
            }
          >
            {found.payers.map(({ payer }) => (
              <option key={payer} value={payer}>
                {payer}
              </option>
            ))}
          </Select>
        </Field>
        {PARTS.map((part) => (
          <Field key={part} label={fieldLabel('claim_batch', part)} error={errors[part]} required>
            <Input
              autoComplete="off"
              value={values[part]}
              onChange={({ target }) => change({ ...values, [part]: target.value })}
            />
          </Field>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">
        You can't change a batch after you create it. Its files state that you have each family's signed
        release and assignment of benefits. We'll fill in these fields for your next batch.
      </p>
      <SubmissionProblem problem={problem} />
      <Button type="submit" className="justify-self-end" progress={isBusy ? 'loading' : 'idle'}>
        Create batch
      </Button>
    </form>
  );
}

function firstValues({ batches, payers, organization }: ClaimBatches): ClaimParties {
  const [last] = batches;
  const payer = payers[0]?.payer ?? '';
  const kept = Object.fromEntries(PARTS.map((part) => [part, last?.[part] ?? ''])) as Record<Part, string>;
  return {
    ...kept,
    ...{ payer, payer_id: payerIdOf(batches, payer), organization: last?.organization ?? organization },
  };
}

/** As in the last batch to this payer. */
function payerIdOf(batches: readonly ClaimBatch[], payer: string): string {
  return batches.find((batch) => payerKey(batch.payer) === payerKey(payer))?.payer_id ?? '';
}

function trimmed(values: ClaimParties): ClaimParties {
  return Object.fromEntries(
    Object.entries(values).map(([field, text]) => [field, text.trim()]),
  ) as unknown as ClaimParties;
}
