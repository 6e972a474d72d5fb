import { Button } from './button.tsx';

interface MoreRowsProps {
  paged: {
    hasMore: boolean;
    isLoading: boolean;
    /** Why the last rows weren't loaded. */
    problem: string | null;
    load: (isWhole: boolean) => Promise<unknown>;
  };
  action?: string;
}

/** Loads the next rows below those that are shown. */
export function MoreRows({
  paged: { hasMore, isLoading, problem, load },
  action = 'Show more',
}: MoreRowsProps) {
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
