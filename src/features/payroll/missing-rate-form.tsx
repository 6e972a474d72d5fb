import { useRef, useState } from 'react';
import { toast } from 'sonner';
import type { MissingRate } from '#contract/payroll-closing.ts';
import { centsOf } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { ChoiceDialog } from '#ui/choice-dialog.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Field } from '#ui/field.tsx';
import { enterRate, hourlyProblem, rateGap } from './missing-rate-entry.ts';

interface MissingRateFormProps {
  rows: readonly MissingRate[];
  onClose: () => void;
  onDone: () => void;
}

/** One hourly rate for everything that was selected. */
export function MissingRateForm({ rows, onClose, onDone }: MissingRateFormProps) {
  const write = useServerWrite();
  const [amount, setAmount] = useState('');
  // What an earlier try has entered isn't entered twice.
  const entered = useRef(new Set<MissingRate>());
  const due = rows.filter((row) => rateGap(row) === null);
  const left = rows.filter((row) => rateGap(row) !== null);
  const save = async () => {
    if (due.length === 0) return 'These have no separate hourly rate.';
    const cents = centsOf(amount);
    const problem = hourlyProblem(cents);
    if (problem !== null || cents === null) return problem;
    for (const row of due) {
      if (entered.current.has(row)) continue;
      const refused = await enterRate(write, row, cents);
      if (refused !== null) {
        return `${row.provider_name}, ${row.what}: ${Object.values(refused).join(' ')}`;
      }
      entered.current.add(row);
    }
    toast.success(`${counted(due.length, 'rate')} entered`, { duration: 2_500 });
    onDone();
    onClose();
    return null;
  };
  return (
    <ChoiceDialog
      title={`Enter ${counted(due.length, 'rate')}`}
      description="The same amount per hour for each of them. A run that isn't approved needs a new snapshot to have it."
      action={`Enter ${counted(due.length, 'rate')}`}
      onClose={onClose}
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
          {left.length > 0 && (
            <p className="text-muted-foreground text-sm">
              Not included: {counted(left.length, 'premium or mileage', 'premiums and mileage')}, paid by
              other rates.
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
