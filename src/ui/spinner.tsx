import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

/** Spins while something is in progress. The caller provides the text. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn('size-4 shrink-0 animate-spin', className)} />;
}
