import { Popover as PopoverPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

export const Popover = PopoverPrimitive.Root;
export const PopoverTrigger = PopoverPrimitive.Trigger;

export const floatingPanelLook = cn(
  'z-50 rounded-lg border border-transparent bg-popover text-popover-foreground shadow-float',
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
);

/** A dialog for assistive technology, so it needs an `aria-label`. */
export function PopoverContent({
  className,
  align = 'start',
  sideOffset = 6,
  ...props
}: ComponentProps<typeof PopoverPrimitive.Content>) {
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        data-slot="popover-content"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          floatingPanelLook,
          'w-80 max-w-[calc(100vw-1rem)] origin-(--radix-popover-content-transform-origin) p-4',
          className,
        )}
        {...props}
      />
    </PopoverPrimitive.Portal>
  );
}
