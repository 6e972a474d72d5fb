import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface ClampedTextProps {
  /** The whole text, shown when the pointer rests on it. */
  text: string;
  /** Smaller type, for what is secondary in its cell. */
  isSmall?: boolean;
  className?: string | undefined;
  /** Shown instead of the text, such as the text with some words in gray. */
  children?: ReactNode;
}

/** Text in a cell of a table, wrapped to as many lines as its row has room for. */
export function ClampedText({ text, isSmall = false, className, children }: ClampedTextProps) {
  return (
    <span
      title={text}
      className={cn(
        'line-clamp-[var(--lines,2)] break-words whitespace-normal print:line-clamp-none',
        isSmall ? 'text-xs leading-4' : 'leading-4.5',
        className,
      )}
    >
      {children ?? text}
    </span>
  );
}
