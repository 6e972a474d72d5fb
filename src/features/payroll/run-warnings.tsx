import { CircleCheck } from 'lucide-react';
import type { RunWarnings } from '#contract/payroll.ts';
import { warningLines } from './run-words.ts';

/** What a run may lack, by person. */
export function WarningList({ warnings }: { warnings: RunWarnings }) {
  const lines = warningLines(warnings);
  if (lines.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 text-success" />
        Nothing is missing: timesheets are submitted and decided, and every device has synced.
      </p>
    );
  }
  return (
    <ul aria-label="Warnings" className="grid gap-3 text-sm">
      {lines.map(({ title, names }) => (
        <li key={title} className="grid gap-0.5">
          <span className="font-medium">{title}</span>
          <span className="text-muted-foreground">{names.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
