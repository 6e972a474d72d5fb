import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** Border and background of every text-like control. At 16 px phones don't zoom in on focus. */
export const controlLook = cn(
  'w-full min-w-0 rounded-md border border-input bg-card text-base text-foreground sm:text-sm',
  'transition-colors placeholder:text-muted-foreground',
  'focus-visible:border-ring focus-visible:outline-offset-[-1px]',
  'disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground',
  '[&[readonly]]:bg-muted',
  'aria-invalid:border-destructive aria-invalid:outline-destructive aria-invalid:ring-1 aria-invalid:ring-destructive aria-invalid:ring-inset',
);

/**
 * Without `autoComplete` the browser remembers nothing: otherwise it stores what was typed in its own files,
 * in plaintext.
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
