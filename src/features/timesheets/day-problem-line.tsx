import { CircleAlert, TriangleAlert } from 'lucide-react';
import { blocksSubmission, type DayProblem, PROBLEM_WORDS } from '#domain/timesheets/day-problems.ts';
import { cn } from '#ui/class-names.ts';

/** What is wrong with a day and what to do about it, as an error or a warning. */
export function DayProblemLine({ problem }: { problem: DayProblem }) {
  const isError = blocksSubmission(problem);
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <span className={cn('flex items-start gap-1.5 text-xs', isError ? 'text-destructive' : 'text-warning')}>
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span>
        <span className="font-medium">{isError ? 'Error' : 'Warning'}: </span>
        {PROBLEM_WORDS[problem]}
      </span>
    </span>
  );
}
