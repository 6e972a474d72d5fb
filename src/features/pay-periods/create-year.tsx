import { CalendarPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { fiscalYearOf, fiscalYearText } from '#domain/money/rates.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
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
  const once = useOneAtATime();
  const current = fiscalYearOf(useToday());
  const [start_year, setYear] = useState(current + 1);
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    setError(undefined);
    setProblem(null);
    try {
      const refused = await write('pay-period.create-year', { body: { start_year } }, 0);
      if (refused === null) {
        toast.success(`Pay periods for ${fiscalYearText(start_year)} saved on the server`, {
          duration: 2_500,
        });
        onDone();
        onClose();
      } else setError(Object.values(refused).join(' '));
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(add);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Add pay periods</DialogTitle>
          <DialogDescription>
            Adds the periods that the year lacks, by the rule under Organization. Existing periods stay as
            they are.
          </DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Fiscal year" error={error}>
            <Select value={start_year} onChange={({ target }) => setYear(Number(target.value))}>
              {YEARS_AROUND.map((offset) => (
                <option key={offset} value={current + offset}>
                  {fiscalYearText(current + offset)}
                  {offset === 0 ? ' (current)' : ''}
                </option>
              ))}
            </Select>
          </Field>
          {problem !== null && (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" progress={isBusy ? 'loading' : 'idle'}>
              Add periods
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
