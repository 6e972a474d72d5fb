import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** Holds the place of what only the network can bring. What is on the device never needs one. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden="true"
      className={cn('animate-pulse rounded-md bg-accent', className)}
      {...props}
    />
  );
}
