import { Dialog as SheetPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';
import { CloseIcon, overlayLook } from './dialog.tsx';
import { keepFocusInView, useReturnFocus } from './return-focus.ts';

export const Sheet = SheetPrimitive.Root;
export const SheetTrigger = SheetPrimitive.Trigger;

/** Slides up from below on a phone and in from the right otherwise. Needs a `SheetTitle`. */
export function SheetContent({
  className,
  children,
  ...props
}: ComponentProps<typeof SheetPrimitive.Content>) {
  const focus = useReturnFocus(props);
  return (
    <SheetPrimitive.Portal>
      <SheetPrimitive.Overlay className={overlayLook} />
      <SheetPrimitive.Content
        data-slot="sheet-content"
        className={cn(
          'fixed z-50 flex flex-col border-border bg-popover text-popover-foreground',
          'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92dvh] max-sm:rounded-t-xl max-sm:border-t',
          'max-sm:data-[state=closed]:animate-rise-out max-sm:data-[state=open]:animate-rise-in',
          'sm:inset-y-0 sm:right-0 sm:w-full sm:max-w-md sm:border-l',
          'sm:data-[state=closed]:animate-slide-out sm:data-[state=open]:animate-slide-in',
          className,
        )}
        onKeyDown={keepFocusInView}
        {...props}
        {...focus}
      >
        {children}
        <CloseIcon />
      </SheetPrimitive.Content>
    </SheetPrimitive.Portal>
  );
}

export function SheetHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sheet-header"
      className={cn('flex flex-col gap-0.5 border-border border-b py-4 pr-14 pl-4 sm:pl-5', className)}
      {...props}
    />
  );
}

export function SheetTitle({ className, ...props }: ComponentProps<typeof SheetPrimitive.Title>) {
  return (
    <SheetPrimitive.Title
      data-slot="sheet-title"
      className={cn('font-semibold text-lg leading-7', className)}
      {...props}
    />
  );
}

export function SheetDescription({ className, ...props }: ComponentProps<typeof SheetPrimitive.Description>) {
  return (
    <SheetPrimitive.Description
      data-slot="sheet-description"
      className={cn('text-muted-foreground text-sm', className)}
      {...props}
    />
  );
}

/** The scrolling part of a sheet. */
export function SheetBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sheet-body"
      className={cn(
        'min-h-0 flex-1 content-start overflow-y-auto overscroll-contain px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-5',
        className,
      )}
      {...props}
    />
  );
}
