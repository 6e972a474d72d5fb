import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

/** Turns while something is under way. The words that say what are the caller's. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn('size-4 shrink-0 animate-spin', className)} />;
}
