import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { fiscalYearText } from '#domain/money/rates.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceDialog } from '#ui/choice-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';

const YEARS_AROUND = [-1, 0, 1, 2];

/** Adds the pay periods that a fiscal year lacks. */
export function CreateYear({ onDone }: { onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden="true" />
        Add a year
      </Button>
      {isOpen && <YearDialog onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}

function YearDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const write = useServerWrite();
  const current = fiscalYearOf(useToday());
  const [start_year, setYear] = useState(current + 1);
  const add = async () => {
    const refused = await write('pay-period.create-year', { body: { start_year } }, 0);
    if (refused !== null) return Object.values(refused).join(' ');
    toast.success(`Pay periods for ${fiscalYearText(start_year)} saved`, { duration: 2_500 });
    onDone();
    onClose();
    return null;
  };
  return (
    <ChoiceDialog
      title="Add pay periods"
      description="Adds the year's missing pay periods, using the rule under Organization. Existing periods don't change."
      action="Add periods"
      onClose={onClose}
      onSubmit={add}
    >
      {(error, clear) => (
        <Field label="Fiscal year" error={error}>
          <Select
            value={start_year}
            onChange={({ target }) => {
              setYear(Number(target.value));
              clear();
            }}
          >
            {YEARS_AROUND.map((offset) => (
              <option key={offset} value={current + offset}>
                {fiscalYearText(current + offset)}
                {offset === 0 ? ' (current)' : ''}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </ChoiceDialog>
  );
}
