import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { type Why, WhyButton, type WhyLink } from '#screens/report/why.tsx';
import { AsSubmitted, figureNow } from './figure-now.tsx';

/** The sums that a person looks for first. */
const HEADLINES: readonly [string, keyof TimesheetTotals][] = [
  ['Paid', 'paid_minutes'],
  ['Expected', 'expected_minutes'],
  ['Direct', 'direct_minutes'],
  ['Indirect', 'indirect_minutes'],
  ['Meal', 'meal_minutes'],
  ['Paused', 'paused_minutes'],
  ['Sessions', 'sessions'],
];

interface HoursHeadlinesProps {
  /** As of now. */
  totals: TimesheetTotals;
  /** As submitted, if different. */
  submitted: TimesheetTotals | null;
  className: string;
  /** Explains a figure, on demand. */
  why?: (name: keyof TimesheetTotals) => () => Why;
  linkTo?: WhyLink;
}

/** The user's own hours of a period, one figure each. */
export function HoursHeadlines({ totals, submitted, className, why, linkTo }: HoursHeadlinesProps) {
  const { profile } = useSignedIn();
  return (
    <dl aria-label="Hours" className={className}>
      {HEADLINES.filter(([, name]) => isShown(name, totals, submitted, profile.emp)).map(([words, name]) => (
        <div key={name} className="rounded-lg border border-border bg-card px-4 py-3">
          <dt className="text-muted-foreground text-sm">{words}</dt>
          <dd className="mt-0.5 font-semibold text-2xl tabular-nums">
            {why === undefined || linkTo === undefined || totals[name] === 0 ? (
              figureNow(name, totals)
            ) : (
              <WhyButton why={why(name)} linkTo={linkTo}>
                {figureNow(name, totals)}
              </WhyButton>
            )}
            <AsSubmitted name={name} now={totals} submitted={submitted} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Meals and pauses concern only people who punch. Sessions are counted in the list, unless a different number
 * was submitted.
 */
function isShown(
  name: keyof TimesheetTotals,
  totals: TimesheetTotals,
  submitted: TimesheetTotals | null,
  emp: string,
): boolean {
  if (name === 'sessions') return submitted !== null && submitted.sessions !== totals.sessions;
  return emp === 'w2_nonexempt' || (name !== 'meal_minutes' && name !== 'paused_minutes') || totals[name] > 0;
}
