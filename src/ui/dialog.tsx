import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { keepFocusInView, useReturnFocus } from './return-focus.ts';

export const Dialog = DialogPrimitive.Root;
export const DialogTrigger = DialogPrimitive.Trigger;
export const DialogClose = DialogPrimitive.Close;

export const overlayLook =
  'fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

export const centeredPanelLook = cn(
  'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] w-auto max-w-lg -translate-y-1/2 flex-col gap-4',
  'overflow-y-auto rounded-xl bg-popover p-5 text-popover-foreground shadow-float sm:p-6',
  'border border-transparent data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
);

type DialogContentProps = ComponentProps<typeof DialogPrimitive.Content> & {
  /** An announcement that must be acknowledged has no close icon. */
  closable?: boolean;
};

/** Needs a `DialogTitle`; without a `DialogDescription` nothing more is announced. */
export function DialogContent({ className, children, closable = true, ...props }: DialogContentProps) {
  const focus = useReturnFocus(props);
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlayLook} />
      <DialogPrimitive.Content
        data-slot="dialog-content"
        className={cn(centeredPanelLook, className)}
        onKeyDown={keepFocusInView}
        {...props}
        {...focus}
      >
        {children}
        {closable && <CloseIcon />}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

/** The close icon in a panel's corner. */
export function CloseIcon() {
  return (
    <DialogPrimitive.Close asChild>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Close"
        className="absolute top-3 right-3 text-muted-foreground touch:top-2 touch:right-2"
      >
        <X aria-hidden="true" />
      </Button>
    </DialogPrimitive.Close>
  );
}

export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="dialog-header" className={cn('flex flex-col gap-1.5 pr-8', className)} {...props} />;
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return (
    <DialogPrimitive.Title
      data-slot="dialog-title"
      className={cn('font-semibold text-lg leading-7', className)}
      {...props}
    />
  );
}

export function DialogDescription({
  className,
  ...props
}: ComponentProps<typeof DialogPrimitive.Description>) {
  return (
    <DialogPrimitive.Description
      data-slot="dialog-description"
      className={cn('text-muted-foreground text-sm', className)}
      {...props}
    />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn('mt-2 flex flex-wrap justify-end gap-2 max-sm:*:grow', className)}
      {...props}
    />
  );
}
