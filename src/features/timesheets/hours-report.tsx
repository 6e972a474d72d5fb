import { CalendarClock, Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { providersById } from '#db/people.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn, useSyncOverview } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type CsvColumn, downloadCsv } from '#ui/csv.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { dayColumns, dayWords, figureColumns } from './hours-columns.ts';
import { HoursTable } from './hours-table.tsx';
import { useOwnHours, useSubmittedTotals } from './own-hours.ts';
import { usePeriodChoice } from './period-choice.ts';
import { type WeekSum, weeksOf, weekWords } from './period-summary.ts';
import { PeriodSwitcher, periodWords } from './period-switcher.tsx';

interface HoursReportProps {
  start: string | undefined;
  onPeriod: (start: string) => void;
  /** Leads back to My Hours. */
  back: ReactNode;
}

const weekColumns: CsvColumn<WeekSum>[] = [{ header: 'Week', value: weekWords }, ...figureColumns<WeekSum>()];

/** A pay period summed by week and by day: to read, to print, and as a file. */
export function HoursReport({ start, onPeriod, back }: HoursReportProps) {
  const { profile } = useSignedIn();
  const choice = usePeriodChoice(start);
  const overview = useSyncOverview();
  const self = useLocal(async (db) => (await providersById(db)).get(profile.user_id), [profile.user_id]);
  const period = choice?.period ?? null;
  const hours = useOwnHours(period);
  const submitted = useSubmittedTotals(hours, period?.start_date ?? null);
  if (choice === undefined || (period !== null && hours === undefined)) return null;
  if (period === null || hours === undefined) {
    return (
      <EmptyState icon={CalendarClock} title="No pay period yet">
        The office sets the pay periods. They appear here by themselves.
      </EmptyState>
    );
  }
  const weeks = weeksOf(hours.days);
  const unsent = hours.work.covered.writes.length;
  const asOf = overview?.position.pulled_at;
  return (
    <div className="grid gap-5">
      <PageHeader
        title="My Hours report"
        badge={<Badge variant="outline">under construction</Badge>}
        description={
          <>
            {self === undefined ? profile.username : providerName(self)}, {periodWords(period)}
            {asOf == null ? '' : `. As of ${pacificDisplay(asOf)}, Pacific`}.{' '}
            {unsent === 0
              ? 'Everything has reached the office.'
              : `${unsent === 1 ? '1 change has' : `${unsent} changes have`} not reached the office.`}
          </>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <PeriodSwitcher choice={choice} onPeriod={onPeriod} />
            <Button
              variant="outline"
              onClick={() => downloadCsv(`hours-${period.start_date}.csv`, dayColumns(), hours.days)}
            >
              <Download aria-hidden="true" />
              Days as CSV
            </Button>
            <Button
              variant="outline"
              onClick={() => downloadCsv(`hours-by-week-${period.start_date}.csv`, weekColumns, weeks)}
            >
              <Download aria-hidden="true" />
              Weeks as CSV
            </Button>
            <Button variant="outline" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
            {back}
          </div>
        }
      />
      <h2 className="font-semibold text-lg">By week</h2>
      <HoursTable
        label="Hours by week"
        first="Week"
        rows={weeks.map((week) => ({ key: week.monday, title: weekWords(week), ...week }))}
        totals={hours.totals}
        submitted={submitted}
      />
      <h2 className="font-semibold text-lg">By day</h2>
      <HoursTable
        label="Hours by day"
        first="Day"
        rows={hours.days.map(({ day, meal: _meal, problems: _problems, ...figures }) => ({
          key: day,
          title: dayWords(day),
          ...figures,
        }))}
        totals={hours.totals}
        submitted={submitted}
      />
    </div>
  );
}
