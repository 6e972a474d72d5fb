import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from './dialog.tsx';
import { useOneAtATime } from './save-once.ts';

interface ChoiceDialogProps {
  title: string;
  /** What happens. */
  description: ReactNode;
  /** The words of the button: "Start payroll". */
  action: string;
  /** Whether it can't be done with what is chosen now. */
  isRefused?: boolean;
  onClose: () => void;
  /** Returns what is wrong with the choice, null once it is done. What it throws is shown above the buttons. */
  onSubmit: () => Promise<string | null>;
  /** The field that is chosen in. @param error what is wrong with the choice @param clear takes the error back */
  children: (error: string | undefined, clear: () => void) => ReactNode;
}

/** Asks for one thing, such as a year or a pay period, and does something with it. */
export function ChoiceDialog({
  title,
  description,
  action,
  isRefused = false,
  onClose,
  onSubmit,
  children,
}: ChoiceDialogProps) {
  const once = useOneAtATime();
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    if (isRefused) return;
    setBusy(true);
    setError(undefined);
    setProblem(null);
    try {
      setError((await onSubmit()) ?? undefined);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(run);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          {children(error, () => setError(undefined))}
          {problem !== null && (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isRefused} progress={isBusy ? 'loading' : 'idle'}>
              {action}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
