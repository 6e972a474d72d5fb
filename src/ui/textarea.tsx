import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';
import { controlLook } from './input.tsx';

/** Grows with its text if the browser supports it. The browser remembers nothing of it, as with `Input`. */
export function Textarea({
  className,
  rows = 3,
  autoComplete = 'off',
  ...props
}: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      rows={rows}
      autoComplete={autoComplete}
      className={cn(controlLook, 'field-sizing-content block min-h-20 px-3 py-2', className)}
      {...props}
    />
  );
}
