import { useBlocker } from '@tanstack/react-router';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { hasUnsavedChanges } from '#ui/unsaved-changes.ts';

/** Asks before a screen with unsaved changes is left; closing the window asks in the browser's own way. */
export function LeaveQuestion() {
  const { status, proceed, reset } = useBlocker({
    // A filter or a sheet that only changes the search part leaves no screen.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedChanges(),
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  return (
    <AlertDialog open={status === 'blocked'} onOpenChange={(isOpen) => !isOpen && reset?.()}>
      <AlertDialogContent>
        <div className="grid gap-1.5">
          <AlertDialogTitle>Leave without saving?</AlertDialogTitle>
          <AlertDialogDescription>What you changed here is not saved yet.</AlertDialogDescription>
        </div>
        <div className="mt-2 flex justify-end gap-2">
          <AlertDialogCancel asChild>
            <Button variant="outline" className="max-sm:flex-1">
              Stay
            </Button>
          </AlertDialogCancel>
          <Button variant="destructive" className="max-sm:flex-1" onClick={() => proceed?.()}>
            Leave
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
