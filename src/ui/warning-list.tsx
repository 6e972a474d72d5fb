import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { WholeTimes } from './time-display.tsx';

export interface Warning {
  /** Unique among the warnings of a form. */
  id: string;
  words: string;
  /** Links to what it is about. */
  link?: ReactNode;
}

/** The style of a link in a warning. */
export const WARNING_LINK =
  'relative font-medium underline after:absolute after:-inset-x-1 after:-inset-y-3.5';

/** What was asked of the server, and didn't come. */
interface Asked {
  isOffline: boolean;
  problem: string | null;
}

export function isMissing({ isOffline, problem }: Asked): boolean {
  return isOffline || problem !== null;
}

/**
 * Says that something wasn't checked against other entries of its day.
 * @param missing the entries that didn't come, by their words; at least one
 */
export function uncheckedWarning(missing: readonly { words: string; asked: Asked }[]): Warning {
  const why = missing.every(({ asked }) => asked.isOffline) ? "You're offline" : "The server didn't answer";
  const against = missing.map(({ words }) => words).join(' and ');
  return { id: 'unchecked', words: `${why}, so this isn't checked against ${against} of that day.` };
}

/**
 * Shown above Save: the first warning, and all on request. Announced when it changes; never prevents saving.
 */
export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? warnings : warnings.slice(0, 1);
  const others = warnings.length - shown.length;
  return (
    <>
      <ul
        aria-label="Warnings"
        aria-live="polite"
        className="grid max-h-[40dvh] gap-1.5 overflow-y-auto empty:hidden"
      >
        {shown.map(({ id, words, link }) => (
          <li
            key={id}
            className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-1.5 text-sm text-warning"
          >
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              <WholeTimes>{words}</WholeTimes> {link}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setWhole(true)}>
          {others} more to check
        </Button>
      )}
    </>
  );
}
