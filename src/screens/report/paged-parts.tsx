import type { ServerResult } from '#screens/device/signed-in.ts';
import { Totals } from '#ui/report-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PagedSums } from './define-report.ts';

/** What all rows add up to, loaded or not. */
export function PagedTotals({ sums: { result, isAsking, problem } }: { sums: ServerResult<PagedSums> }) {
  if (result !== undefined) return <Totals figures={result.figures} />;
  if (isAsking || problem === null) return <Skeleton className="h-6 min-w-48 flex-1" />;
  return (
    <p role="alert" className="min-w-48 flex-1 text-sm text-warning">
      The totals couldn't be loaded. {problem}
    </p>
  );
}
