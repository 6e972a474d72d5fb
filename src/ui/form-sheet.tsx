import { type ReactNode, useState } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from './sheet.tsx';
import { hasUnsavedChanges } from './unsaved-changes.ts';

interface FormSheetProps {
  title: string;
  /** The form is given up: nothing was changed, or the loss was confirmed. */
  onGiveUp: () => void;
  /** The form. Its Cancel calls what it is handed. */
  children: (cancel: () => void) => ReactNode;
}

/** A form over the screen that it belongs to, open as long as it is rendered. Closing it with changes asks. */
export function FormSheet({ title, onGiveUp, children }: FormSheetProps) {
  const [isAsking, setAsking] = useState(false);
  const cancel = () => (hasUnsavedChanges() ? setAsking(true) : onGiveUp());
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && cancel()}>
      <SheetContent
        aria-describedby={undefined}
        // On a phone the keyboard would cover what was just opened.
        onOpenAutoFocus={(event) => {
          if (window.matchMedia('(pointer: coarse)').matches) event.preventDefault();
        }}
        className="sm:max-w-lg"
      >
        <SheetHeader>
          <SheetTitle>{title}</SheetTitle>
        </SheetHeader>
        <SheetBody className="pb-0 sm:pb-0">{children(cancel)}</SheetBody>
        <AlertDialog open={isAsking} onOpenChange={setAsking}>
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
              <Button variant="destructive" className="max-sm:flex-1" onClick={onGiveUp}>
                Leave
              </Button>
            </div>
          </AlertDialogContent>
        </AlertDialog>
      </SheetContent>
    </Sheet>
  );
}
