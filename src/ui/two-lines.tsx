import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface TwoLinesProps {
  first: ReactNode;
  /** Left out if it is empty. */
  second: ReactNode;
  className?: string;
}

/** What a cell of a table says, with a smaller line below it. Both wrap where the row has the room. */
export function TwoLines({ first, second, className }: TwoLinesProps) {
  const words = [first, second].filter((part) => typeof part === 'string' && part !== '').join('\n');
  return (
    <div
      title={words === '' ? undefined : words}
      className="break-words group-data-tall/table:line-clamp-(--lines) group-data-tall/table:whitespace-normal"
    >
      <span
        className={cn(
          second
            ? 'block truncate leading-5 group-data-tall/table:overflow-visible group-data-tall/table:whitespace-normal group-data-tall/table:leading-4.5'
            : 'line-clamp-2 whitespace-normal leading-4.5',
          className,
        )}
      >
        {first}
      </span>
      {second ? (
        <span className="block truncate text-muted-foreground text-xs leading-4 group-data-tall/table:overflow-visible group-data-tall/table:whitespace-normal">
          {second}
        </span>
      ) : null}
    </div>
  );
}
