import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { unsavedLoss } from './unsaved-changes.ts';

interface LeaveConfirmationProps {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved changes are discarded. */
export function LeaveConfirmation({ open, onStay, onLeave }: LeaveConfirmationProps) {
  const { title, words } = unsavedLoss();
  return (
    <AlertDialog open={open} onOpenChange={(isOpen) => !isOpen && onStay()}>
      <AlertDialogContent>
        <div className="grid gap-1.5">
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{words}</AlertDialogDescription>
        </div>
        <div className="mt-2 flex justify-end gap-2">
          <AlertDialogCancel asChild>
            <Button variant="outline" className="max-sm:flex-1">
              Stay
            </Button>
          </AlertDialogCancel>
          <Button variant="destructive" className="max-sm:flex-1" onClick={onLeave}>
            Leave
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
