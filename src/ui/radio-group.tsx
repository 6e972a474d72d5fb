import { RadioGroup as RadioGroupPrimitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { RadioButton } from './radio-button.tsx';

export function RadioGroup({ className, ...props }: ComponentProps<typeof RadioGroupPrimitive.Root>) {
  return (
    <RadioGroupPrimitive.Root data-slot="radio-group" className={cn('grid gap-1', className)} {...props} />
  );
}

type RadioGroupItemProps = ComponentProps<typeof RadioButton> & { children: ReactNode };

/** One option: the circle and its text are one target. */
export function RadioGroupItem({ className, children, ...props }: RadioGroupItemProps) {
  return (
    <RadioButton
      data-slot="radio-group-item"
      className={cn(
        'group flex min-h-8 items-center gap-2.5 rounded-md px-1 text-left text-sm touch:min-h-11',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      {...props}
    >
      <span className="grid size-5 shrink-0 place-items-center rounded-full border border-input bg-card group-aria-invalid:border-destructive group-data-[state=checked]:border-primary">
        <RadioGroupPrimitive.Indicator className="size-2.5 rounded-full bg-primary forced-colors:bg-[Highlight]" />
      </span>
      {children}
    </RadioButton>
  );
}
