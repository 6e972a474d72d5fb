import type { ReactNode } from 'react';

interface TwoLinesProps {
  children: ReactNode;
  /** The quieter line below; nothing where there is none. */
  below: ReactNode;
}

/** A cell of a list with little room: what belongs together stands below each other. */
export function TwoLines({ children, below }: TwoLinesProps) {
  if (!below) return children;
  return (
    <span className="grid leading-5">
      <span className="truncate">{children}</span>
      <span className="truncate text-muted-foreground text-xs leading-4">{below}</span>
    </span>
  );
}
