import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** The edge and ground that every text-like control shares. At 16 px phones do not zoom in on focus. */
export const controlLook = cn(
  'w-full min-w-0 rounded-md border border-input bg-card text-base text-foreground sm:text-sm',
  'transition-colors placeholder:text-muted-foreground',
  'focus-visible:border-ring focus-visible:outline-offset-[-1px]',
  'disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground',
  '[&[readonly]]:bg-muted',
  'aria-invalid:border-destructive aria-invalid:outline-destructive aria-invalid:ring-1 aria-invalid:ring-destructive aria-invalid:ring-inset',
);

/**
 * Without `autoComplete` the browser remembers nothing of it: otherwise it writes
 * what was typed into its own files, in the clear, to offer or restore it later.
 */
export function Input({ className, type = 'text', autoComplete = 'off', ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      type={type}
      autoComplete={autoComplete}
      className={cn(controlLook, 'h-9 px-3 touch:h-11', className)}
      {...props}
    />
  );
}
