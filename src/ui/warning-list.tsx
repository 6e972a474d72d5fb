import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

export interface Warning {
  /** Differs among the warnings of a form. */
  id: string;
  words: string;
  /** Leads to what it is about. */
  link?: ReactNode;
}

/** How a link in a warning looks. */
export const WARNING_LINK = 'inline-flex items-center font-medium underline touch:min-h-11';

/** More than these would cover the form on a small phone. */
const SHOWN_AT_FIRST = 2;

/** Stands above Save, is read out when it changes, and never stops a save. */
export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? warnings : warnings.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul aria-label="Warnings" aria-live="polite" className="grid gap-1.5 empty:hidden">
        {shown.map(({ id, words, link }) => (
          <li
            key={id}
            className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-1.5 text-sm text-warning"
          >
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              {words} {link}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < warnings.length && (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setWhole(true)}>
          {warnings.length - shown.length} more to check
        </Button>
      )}
    </>
  );
}
