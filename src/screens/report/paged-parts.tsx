import type { ServerResult } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Totals } from '#ui/report-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PagedSums } from './define-report.ts';
import type { LaterPages } from './later-pages.ts';

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

/** Loads the next rows below those that are shown. */
export function MoreRows({
  paged: { hasMore, isLoading, problem, load },
  action = 'Show more',
}: {
  paged: Pick<LaterPages<object>, 'hasMore' | 'isLoading' | 'problem' | 'load'>;
  action?: string;
}) {
  return (
    <div className="grid gap-3 empty:hidden print:hidden">
      {problem !== null && (
        <p role="alert" className="text-center text-destructive text-sm">
          {problem}
        </p>
      )}
      {hasMore && (
        <Button
          variant="outline"
          className="justify-self-center"
          progress={isLoading ? 'loading' : 'idle'}
          onClick={() => void load(false)}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
