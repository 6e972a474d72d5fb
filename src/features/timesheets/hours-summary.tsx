import type { SummaryProps } from '#screens/report/define-report.ts';
import { whyOfDays } from './figure-words.ts';
import { HoursHeadlines } from './hours-headlines.tsx';
import { useOwnFigures } from './own-figures.ts';
import { useSubmittedTotals } from './own-hours.ts';

/** The totals of the user's own pay period, each explained by its days. */
export function HoursSummary({ asked, tools, isInSheet }: SummaryProps) {
  const figures = useOwnFigures(asked);
  const submitted = useSubmittedTotals(figures?.hours, asked.from);
  if (figures === undefined) return null;
  const { hours, recordsOf } = figures;
  const unsent = hours.work.covered.writes.length;
  return (
    <div className="grid gap-3">
      <HoursHeadlines
        totals={hours.totals}
        submitted={submitted}
        className={
          isInSheet
            ? 'grid grid-cols-2 gap-2'
            : 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] print:grid-cols-6'
        }
        why={(name) => () =>
          whyOfDays(
            name,
            'this pay period',
            hours.days,
            (day) => recordsOf(name, day),
            (id) => ({ kind: 'day', id }),
          )
        }
        linkTo={tools.whyLink}
      />
      {unsent > 0 && (
        <p className="text-muted-foreground text-sm">
          {unsent === 1 ? '1 change is' : `${unsent} changes are`} saved on this device and not synced yet.
        </p>
      )}
    </div>
  );
}
