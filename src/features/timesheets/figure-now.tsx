import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { figureText } from './hours-columns.ts';

interface FigureNowProps {
  name: keyof TimesheetTotals;
  /** As of now; nothing as long as it is not known. */
  now: TimesheetTotals | null;
  /** As submitted, where that is something else. */
  submitted: TimesheetTotals | null;
  /** Leaves the words to a note beside the table; they are still read aloud. */
  isShort?: boolean;
}

/** A figure as of now, with what was submitted below it where the two differ. */
export function FigureNow({ name, now, submitted, isShort = false }: FigureNowProps) {
  const differs = submitted !== null && submitted[name] !== now?.[name];
  return (
    <>
      {now === null ? '–' : figureText(name, now[name])}
      {differs && (
        <span className="block font-normal text-muted-foreground text-xs leading-4">
          {figureText(name, submitted[name])} <span className={isShort ? 'sr-only' : ''}>as submitted</span>
        </span>
      )}
    </>
  );
}
