import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { MissingRate } from '#contract/payroll-closing.ts';
import { centsOf } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { ChoiceDialog } from '#ui/choice-dialog.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Field } from '#ui/field.tsx';
import { enterRate, entryProblem, hourlyProblem } from './missing-rate-entry.ts';

interface MissingRateFormProps {
  rows: readonly MissingRate[];
  onClose: () => void;
  onDone: () => void;
}

/** One hourly rate for everything that was selected. */
export function MissingRateForm({ rows, onClose, onDone }: MissingRateFormProps) {
  const { engine, profile } = useSignedIn();
  const write = useServerWrite({ refreshes: false });
  const [amount, setAmount] = useState('');
  // What an earlier try has entered isn't entered twice: a rate whose answer was lost is sent again under its id.
  const ids = useRef(new Map<MissingRate, string>());
  const entered = useRef(new Set<MissingRate>());
  const due = rows.filter((row) => entryProblem(row, profile) === null);
  const left = rows.length - due.length;
  const enter = async (row: MissingRate, cents: number) => {
    const id = ids.current.get(row) ?? uuidv7();
    ids.current.set(row, id);
    const refused = await enterRate(write, row, cents, id);
    if (refused === null) entered.current.add(row);
    return refused;
  };
  const close = () => {
    if (entered.current.size > 0) onDone();
    onClose();
  };
  const save = async () => {
    if (due.length === 0) return 'These have no separate hourly rate.';
    const cents = centsOf(amount);
    const problem = hourlyProblem(cents);
    if (problem !== null || cents === null) return problem;
    for (const row of due) {
      if (entered.current.has(row)) continue;
      const refused = await enter(row, cents);
      if (refused !== null) {
        return `${row.provider_name}, ${row.what}: ${Object.values(refused).join(' ')}`;
      }
    }
    await engine.refresh();
    toast.success(`${counted(due.length, 'rate')} entered`, { duration: 2_500 });
    close();
    return null;
  };
  return (
    <ChoiceDialog
      title={`Enter ${counted(due.length, 'rate')}`}
      description="The same amount per hour for each of them. A run that isn't approved needs a new snapshot to have it."
      action={`Enter ${counted(due.length, 'rate')}`}
      onClose={close}
      onSubmit={save}
    >
      {(error, clear) => (
        <>
          <ul aria-label="Rates" className="grid max-h-48 gap-0.5 overflow-y-auto text-sm">
            {due.map(({ provider, provider_name, service, kind, what, start_year }) => (
              <li key={`${provider} ${service ?? kind} ${start_year}`}>
                {provider_name}: {what}
              </li>
            ))}
          </ul>
          {left > 0 && (
            <p className="text-muted-foreground text-sm">
              {`${counted(left, "isn't", "aren't")} included: premiums and mileage are paid by other rates, and someone else has to enter your own.`}
            </p>
          )}
          <Field label="Dollars per hour" required error={error}>
            <DecimalInput
              value={amount}
              onChange={({ target }) => {
                setAmount(target.value);
                clear();
              }}
            />
          </Field>
        </>
      )}
    </ChoiceDialog>
  );
}
