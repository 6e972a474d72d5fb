import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** Placeholder for data from the network. Data on the device never needs one. */
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
