import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { QuickBooksBatch } from '#contract/quickbooks-export.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useOneAtATime } from '#ui/save-once.ts';

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
  const once = useOneAtATime();
  const [id] = useState(() => uuidv7());
  const [receivable, setReceivable] = useState(last?.receivable_account ?? 'Accounts Receivable (A/R)');
  const [income, setIncome] = useState(last?.income_account ?? 'Services');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      const body = {
        ...{ id, start_date: days.from, end_date: days.to },
        ...{ receivable_account: receivable.trim(), income_account: income.trim() },
      };
      const refused = await write('quickbooks.create', { body }, 0);
      if (refused === null) {
        toast.success('Batch created', { duration: 2_500 });
        onClose();
      } else {
        setErrors(refused);
        const { receivable_account: _, income_account: __, ...others } = refused;
        if (Object.keys(others).length > 0) setProblem(Object.values(others).join(' '));
      }
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
      await onDone();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(create);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Create batch</DialogTitle>
          <DialogDescription>
            {`${counted(count, 'invoice')}, ${moneyText(total_cents)}. The batch keeps its files as they are now. Later changes go into another batch.`}
          </DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Receivable account" error={errors.receivable_account}>
            <Input
              autoComplete="off"
              value={receivable}
              onChange={({ target }) => setReceivable(target.value)}
            />
          </Field>
          <Field label="Income account" error={errors.income_account}>
            <Input autoComplete="off" value={income} onChange={({ target }) => setIncome(target.value)} />
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
              Create batch
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
