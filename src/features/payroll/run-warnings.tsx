import { CircleCheck } from 'lucide-react';
import type { RunWarnings } from '#contract/payroll.ts';
import { RemindButton } from './remind-button.tsx';
import { warningLines } from './run-words.ts';

interface WarningListProps {
  warnings: RunWarnings;
  /** Where people can still be reminded: before the run starts. */
  pay_period?: string;
}

/** What a run may lack, by person. */
export function WarningList({ warnings, pay_period }: WarningListProps) {
  const lines = warningLines(warnings);
  if (lines.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 text-success" />
        Nothing is missing: timesheets are submitted and reviewed, and every device has synced.
      </p>
    );
  }
  return (
    <ul aria-label="Warnings" className="grid gap-3 text-sm">
      {lines.map(({ title, names, item }) => (
        <li key={title} className="grid gap-0.5">
          <span className="font-medium">{title}</span>
          <span className="text-muted-foreground">{names.join(', ')}</span>
          {pay_period !== undefined && item !== undefined && (
            <RemindButton pay_period={pay_period} item={item} about={title} />
          )}
        </li>
      ))}
    </ul>
  );
}
