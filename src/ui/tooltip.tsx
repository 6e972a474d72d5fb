import { Tooltip as TooltipPrimitive } from 'radix-ui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

interface TooltipProps {
  /** Supplements the child's accessible name; doesn't replace it. */
  content: ReactNode;
  children: ReactElement;
  side?: NonNullable<ComponentProps<typeof TooltipPrimitive.Content>['side']>;
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <TooltipPrimitive.Provider delayDuration={400}>
      <TooltipPrimitive.Root>
        <TooltipPrimitive.Trigger asChild>{children}</TooltipPrimitive.Trigger>
        <TooltipPrimitive.Portal>
          <TooltipPrimitive.Content
            data-slot="tooltip-content"
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-64 animate-fade-in items-center gap-2 rounded-md border border-transparent bg-foreground px-2.5 py-1.5 text-background text-xs"
          >
            {content}
          </TooltipPrimitive.Content>
        </TooltipPrimitive.Portal>
      </TooltipPrimitive.Root>
    </TooltipPrimitive.Provider>
  );
}
