import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import type { Invoice } from '#contract/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useOneAtATime } from '#ui/save-once.ts';

interface SendDialogProps {
  invoice: Invoice;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Asks for the invoice date, then numbers the draft and fixes it. */
export function SendDialog({ invoice, onClose, onDone }: SendDialogProps) {
  const write = useServerWrite();
  const once = useOneAtATime();
  const today = useToday();
  const [invoice_date, setDate] = useState(today);
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setError(undefined);
    setProblem(null);
    try {
      const refused = await write(
        'invoice.send',
        { params: { id: invoice.id }, body: { invoice_date } },
        invoice.version,
      );
      if (refused === null) {
        toast.success('Invoice marked as sent', { duration: 2_500 });
        onClose();
      } else setError(Object.values(refused).join(' '));
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
      await onDone();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(send);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Send invoice</DialogTitle>
          <DialogDescription>
            {`${moneyText(invoice.total_cents)} for ${invoice.client_name}. It gets a number, and its lines no longer change. Print it or save it as a PDF to send it.`}
          </DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Invoice date" error={error}>
            <Input
              type="date"
              max={today}
              value={invoice_date}
              onChange={({ target }) => setDate(target.value)}
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
              Mark as sent
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
