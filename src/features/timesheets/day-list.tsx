import { ChevronRight } from 'lucide-react';
import { hoursText } from '#domain/time/duration.ts';
import type { PeriodDay } from '#domain/timesheets/period-days.ts';
import { cn } from '#ui/class-names.ts';
import { DayProblemLine } from './day-problem-line.tsx';
import { dayWords } from './hours-columns.ts';

interface DayListProps {
  label: string;
  days: readonly PeriodDay[];
  onDay: (day: string) => void;
}

/** A list of days with their figures and problems; a tap opens the day. */
export function DayList({ label, days, onDay }: DayListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-border rounded-lg border border-border bg-card">
      {days.map((day) => (
        <li key={day.day}>
          <button
            type="button"
            className="flex min-h-12 w-full items-center gap-2 px-3 py-2 text-left hover:bg-accent"
            onClick={() => onDay(day.day)}
          >
            <span className="grid min-w-0 flex-1 gap-1">
              <span className="font-medium text-sm tabular-nums">{dayWords(day.day)}</span>
              <span
                className={cn(
                  'text-xs tabular-nums',
                  isEmpty(day) ? 'text-muted-foreground' : 'text-foreground',
                )}
              >
                {figureWords(day)}
              </span>
              {day.problems.map((problem) => (
                <DayProblemLine key={problem} problem={problem} />
              ))}
            </span>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function isEmpty({ sessions, paid_minutes, expected_minutes }: PeriodDay): boolean {
  return sessions === 0 && paid_minutes === 0 && expected_minutes === 0;
}

/** "Paid 6:30 · Expected 7:00 · 5 sessions" */
function figureWords(day: PeriodDay): string {
  if (isEmpty(day)) return 'No work recorded';
  return [
    `Paid ${hoursText(day.paid_minutes)}`,
    `Expected ${hoursText(day.expected_minutes)}`,
    day.sessions === 1 ? '1 session' : `${day.sessions} sessions`,
  ].join(' · ');
}
