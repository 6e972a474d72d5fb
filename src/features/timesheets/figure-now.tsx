import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { figureText } from './hours-columns.ts';

interface AsSubmittedProps {
  name: keyof TimesheetTotals;
  /** As of now; nothing as long as it is not known. */
  now: TimesheetTotals | null;
  /** As submitted, where that is something else. */
  submitted: TimesheetTotals | null;
  /** Leaves the words to a note beside the table; they are still read aloud. */
  isShort?: boolean;
}

/** A figure as of now. */
export function figureNow(name: keyof TimesheetTotals, now: TimesheetTotals | null): string {
  return now === null ? '–' : figureText(name, now[name]);
}

/** What was submitted, below a figure as of now, where the two differ. */
export function AsSubmitted({ name, now, submitted, isShort = false }: AsSubmittedProps) {
  if (submitted === null || submitted[name] === now?.[name]) return null;
  return (
    <span className="block font-normal text-muted-foreground text-xs leading-4">
      {/* The line below a figure that is a button stays with the figure. */}
      <span className="inline-block">
        {figureText(name, submitted[name])} <span className={isShort ? 'sr-only' : ''}>as submitted</span>
      </span>
    </span>
  );
}
