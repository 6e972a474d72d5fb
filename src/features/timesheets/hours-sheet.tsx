import { Button } from '#ui/button.tsx';
import { DayList } from './day-list.tsx';
import { HoursHeadlines } from './hours-headlines.tsx';
import { useOwnHours, useSubmittedTotals } from './own-hours.ts';
import type { Period } from './period-choice.ts';
import { DaysSkeleton, PeriodSheet, type PeriodSheetProps } from './period-sheet.tsx';

type HoursSheetProps = PeriodSheetProps & {
  /** Leads to the timesheet of the same period. */
  onTimesheet: (start: string) => void;
};

/** My Hours on a phone: the sums of a pay period and its days. */
export function HoursSheet({ onTimesheet, ...sheet }: HoursSheetProps) {
  return (
    <PeriodSheet title="My Hours" {...sheet}>
      {(period, _choice, openDay) => (
        <PeriodHours key={period.id} period={period} onDay={openDay} onTimesheet={onTimesheet} />
      )}
    </PeriodSheet>
  );
}

interface PeriodHoursProps extends Pick<HoursSheetProps, 'onDay' | 'onTimesheet'> {
  period: Period;
}

function PeriodHours({ period, onDay, onTimesheet }: PeriodHoursProps) {
  const hours = useOwnHours(period);
  const submitted = useSubmittedTotals(hours, period.start_date);
  if (hours === undefined) return <DaysSkeleton />;
  return (
    <>
      <HoursHeadlines totals={hours.totals} submitted={submitted} className="grid grid-cols-2 gap-2" />
      <Button size="lg" variant="outline" onClick={() => onTimesheet(period.start_date)}>
        Open timesheet
      </Button>
      <DayList label="Days" days={hours.days} onDay={onDay} />
    </>
  );
}
