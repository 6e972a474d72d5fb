import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';

/** Entries shown before the person asks for all. */
const FIRST = 50;

/** How many entries of a list are shown. */
export function useFirst(): { limit: number; showAll: () => void } {
  const [limit, setLimit] = useState(FIRST);
  return { limit, showAll: () => setLimit(Number.POSITIVE_INFINITY) };
}

interface MoreProps {
  children: ReactNode;
  onPress: () => void;
}

/** The last line of a list with more entries. */
export function More({ children, onPress }: MoreProps) {
  return (
    <div className="border-border border-t px-4 py-3 sm:px-5">
      <Button variant="outline" className="max-sm:w-full" onClick={onPress}>
        {children}
      </Button>
    </div>
  );
}
