import { cn } from './class-names.ts';
import { Progress } from './progress.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadingRecordsProps {
  /** "Loading records, 17%". Without text nothing is rendered: a flicker would be misleading. */
  words: string;
  /** From 0 to 100; null while the total is unknown. */
  percent: number | null;
  /** Skeleton lines below the text. */
  lines?: number;
  className?: string;
}

/**
 * Placeholder for data that this device doesn't have yet: no totals, no lists, no buttons that depend on
 * them.
 */
export function LoadingRecords({ words, percent, lines = 3, className }: LoadingRecordsProps) {
  if (words === '') return null;
  return (
    <div data-slot="loading-records" className={cn('grid content-start gap-3 py-3', className)}>
      <Progress label={words} value={percent} className="text-muted-foreground" />
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no identity
        <Skeleton key={at} className="h-11 w-full" />
      ))}
    </div>
  );
}
