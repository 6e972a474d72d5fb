import { type ReactNode, useState } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { useOneAtATime } from './save-once.ts';

export interface ConfirmationProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The dialog closes when this resolves. If it rejects, the dialog stays and shows the error's message. */
  onConfirm: () => void | Promise<void>;
}

interface ConfirmationBodyProps extends ConfirmationProps {
  title: string;
  /** The question, in sentences. */
  children: ReactNode;
  /** What the action changes, below the question. */
  effect?: ReactNode;
  destructive?: boolean;
}

/** Confirms an action that is hard to undo. */
export function Confirmation({
  open,
  onOpenChange,
  onConfirm,
  title,
  children,
  effect,
  destructive = false,
}: ConfirmationBodyProps) {
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });

  const changeOpen = (next: boolean) => {
    setState({ busy: false, problem: null });
    onOpenChange(next);
  };
  const once = useOneAtATime();
  const confirm = async () => {
    setState({ busy: true, problem: null });
    try {
      await onConfirm();
      changeOpen(false);
    } catch (problem) {
      setState({ busy: false, problem: problem instanceof Error ? problem.message : String(problem) });
    }
  };

  return (
    <AlertDialog open={open} onOpenChange={changeOpen}>
      <AlertDialogContent>
        <div className="grid gap-1.5">
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{children}</AlertDialogDescription>
        </div>
        {effect}
        {state.problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {state.problem}
          </p>
        )}
        <div className="mt-2 flex justify-end gap-2">
          <AlertDialogCancel asChild>
            <Button variant="outline" className="max-sm:flex-1">
              Cancel
            </Button>
          </AlertDialogCancel>
          <Button
            variant={destructive ? 'destructive' : 'default'}
            progress={state.busy ? 'loading' : 'idle'}
            className="max-sm:flex-1"
            onClick={() => void once(confirm)}
          >
            CONFIRM
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
