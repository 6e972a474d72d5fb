import { type ReactNode, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { LeaveConfirmation } from './leave-confirmation.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from './sheet.tsx';
import { hasUnsavedChanges } from './unsaved-changes.ts';

interface FormSheetProps {
  title: string;
  /** The form was discarded: nothing was changed, or the loss was confirmed. */
  onGiveUp: () => void;
  /** The form. Its Cancel calls the given function. */
  children: (cancel: () => void) => ReactNode;
}

/** A form above its screen, open while rendered. Closing it with changes asks first. */
export function FormSheet({ title, onGiveUp, children }: FormSheetProps) {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    // Toasts about earlier actions would cover the form.
    toast.dismiss();
  }, []);
  const cancel = () => (hasUnsavedChanges() ? setAsking(true) : onGiveUp());
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && cancel()}>
      <SheetContent
        aria-describedby={undefined}
        // On a phone a focused field would open the keyboard, which covers the form.
        onOpenAutoFocus={(event) => {
          if (!window.matchMedia('(pointer: coarse)').matches) return;
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
        className="outline-none sm:max-w-lg"
      >
        <SheetHeader>
          <SheetTitle>{title}</SheetTitle>
        </SheetHeader>
        {/* A focused field scrolls clear of the footer, with its label and error. */}
        <SheetBody
          // A message never covers what is being typed.
          onInput={() => toast.dismiss()}
          className="scroll-pt-10 scroll-pb-[calc(var(--form-footer,4.5rem)+8.5rem)] pb-0 sm:pb-0"
        >
          {children(cancel)}
        </SheetBody>
        <LeaveConfirmation open={isAsking} onStay={() => setAsking(false)} onLeave={onGiveUp} />
      </SheetContent>
    </Sheet>
  );
}
