import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { useSignedIn } from '#sync/signed-in.ts';
import { FigureNow } from './figure-now.tsx';

/** The sums that a person looks for first. */
const HEADLINES: readonly [string, keyof TimesheetTotals][] = [
  ['Paid', 'paid_minutes'],
  ['Expected', 'expected_minutes'],
  ['Direct', 'direct_minutes'],
  ['Indirect', 'indirect_minutes'],
  ['Meal', 'meal_minutes'],
  ['Paused', 'paused_minutes'],
];

interface HoursHeadlinesProps {
  /** As of now. */
  totals: TimesheetTotals;
  /** As submitted, where that differs. */
  submitted: TimesheetTotals | null;
  className: string;
}

/** One's own hours of a period, figure by figure. */
export function HoursHeadlines({ totals, submitted, className }: HoursHeadlinesProps) {
  const { profile } = useSignedIn();
  return (
    <dl aria-label="Hours" className={className}>
      {HEADLINES.filter(([, name]) => !isIdle(name, totals, profile.emp)).map(([words, name]) => (
        <div key={name} className="rounded-lg border border-border bg-card px-4 py-3">
          <dt className="text-muted-foreground text-sm">{words}</dt>
          <dd className="mt-0.5 font-semibold text-2xl tabular-nums">
            <FigureNow name={name} now={totals} submitted={submitted} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Meals and pauses are the matter of those who punch. */
function isIdle(name: keyof TimesheetTotals, totals: TimesheetTotals, emp: string): boolean {
  return (
    emp !== 'w2_nonexempt' && (name === 'meal_minutes' || name === 'paused_minutes') && totals[name] === 0
  );
}
