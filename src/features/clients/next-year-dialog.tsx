import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { fiscalYearText } from '#domain/money/rates.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { percentHundredths } from './rate-values.ts';

interface NextYearDialogProps {
  /** Of a client and its students, of a region, or with neither the defaults of services. */
  client: string | null;
  region: string | null;
  /** As in "12 rates of this client and its students". */
  whose: string;
  start_year: number;
  /** Active ones. */
  count: number;
  onClose: () => void;
  onMade: () => void;
}

/** Makes the drafts of the next fiscal year from this year's active rates. */
export function NextYearDialog(props: NextYearDialogProps) {
  const { client, region, whose, start_year, count, onClose, onMade } = props;
  const write = useServerWrite();
  const once = useOneAtATime();
  const [entered, setEntered] = useState('0');
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const next = fiscalYearText(start_year + 1);
  const make = async () => {
    const percent_hundredths = percentHundredths(entered);
    setProblem(null);
    if (percent_hundredths === null || percent_hundredths < -9_000 || percent_hundredths > 10_000) {
      setError('Enter a percentage from -90 to 100, such as 2.5.');
      return;
    }
    setError(undefined);
    setBusy(true);
    try {
      const body = { client, region, start_year, percent_hundredths };
      const refused = await write('rate.create-next-year', { body }, 0);
      if (refused === null) {
        toast.success(`Drafts for ${next} saved on the server`, { duration: 2_500 });
        onMade();
      } else setProblem(Object.values(refused).join(' '));
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(make);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Create rates for {next}</DialogTitle>
          <DialogDescription>
            {count === 1 ? '1 rate' : `${count} rates`} {whose} for {fiscalYearText(start_year)} become drafts
            for {next}. Rates that {next} already has stay as they are.
          </DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Change (percent)" description="0 keeps the amounts." error={error}>
            <Input
              autoComplete="off"
              inputMode="decimal"
              className="tabular-nums"
              value={entered}
              onChange={({ target }) => setEntered(target.value)}
            />
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
              Create drafts
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
