import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface TwoLinesProps {
  first: ReactNode;
  /** Left out if it is empty. */
  second: ReactNode;
  className?: string;
}

/** What a cell of a table says, with a smaller line below it. */
export function TwoLines({ first, second, className }: TwoLinesProps) {
  return (
    <div className="grid leading-5">
      <span className={cn('truncate', className)}>{first}</span>
      {second ? <span className="truncate text-muted-foreground text-xs leading-4">{second}</span> : null}
    </div>
  );
}
