import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { durationText } from '#domain/time/duration.ts';
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
    <div className="grid gap-2">
      <dl aria-label="Hours" className={className}>
        {HEADLINES.filter(([, name]) => isShown(name, totals, submitted, profile.emp)).map(
          ([words, name]) => (
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
          ),
        )}
      </dl>
      <PaidHelp totals={totals} />
    </div>
  );
}

/** Explains your own paid and expected time. */
export function PaidHelp({ totals }: { totals: TimesheetTotals }) {
  const { profile } = useSignedIn();
  return <p className="text-muted-foreground text-sm">{paidWords(totals, recordsLunch(profile.emp))}</p>;
}

/** Where paid time comes from, and how much of it isn't spent in sessions. */
function paidWords(totals: TimesheetTotals, isHourly: boolean): string {
  const { paid_minutes, direct_minutes, indirect_minutes } = totals;
  const expected = 'Expected is the time on your calendar, without lunches and school closures.';
  if (!isHourly) return `Paid is your direct and indirect time in sessions. ${expected}`;
  const inSessions = direct_minutes + indirect_minutes;
  const other = paid_minutes - inSessions;
  const parts =
    other > 0
      ? `: ${durationText(inSessions)} in sessions and ${durationText(other)} of other work`
      : other < 0
        ? `. Your sessions add up to ${durationText(-other)} more, so check your clock-in times`
        : '';
  return `Paid is your clocked time without meals and breaks, or your sessions on days you didn't clock in${parts}. ${expected}`;
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
  return recordsLunch(emp) || (name !== 'meal_minutes' && name !== 'paused_minutes') || totals[name] > 0;
}
