import type { ReactNode } from 'react';
import { timesheetsOfPeriod } from '#db/timesheets.ts';
import { blocksSubmission } from '#domain/timesheets/day-problems.ts';
import type { PeriodDay } from '#domain/timesheets/period-days.ts';
import { statusInPeriod, submittedTotals, takesSubmission } from '#domain/timesheets/status-rules.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import type { Period } from '#screens/pay-period/period-choice.ts';
import { AskedOfServer } from '#ui/server-data.tsx';
import { DayList } from './day-list.tsx';
import { HoursHeadlines } from './hours-headlines.tsx';
import { useNamesOfPeople } from './names-of-people.ts';
import { useOwnHours } from './own-hours.ts';
import { OwnStatus } from './own-status.tsx';
import { DaysSkeleton, PeriodSheet, type PeriodSheetProps } from './period-sheet.tsx';
import { Revisions } from './revisions.tsx';
import { SheetStatusBadge } from './sheet-status-badge.tsx';
import { Submission } from './submission.tsx';
import { TOO_OLD_TO_SUBMIT } from './submit-timesheet.ts';

type TimesheetSheetProps = PeriodSheetProps & {
  /** A link to the Sync center. */
  syncCenter: ReactNode;
};

/** The user's own timesheet on a phone: review, submit, withdraw. */
export function TimesheetSheet({ syncCenter, ...sheet }: TimesheetSheetProps) {
  return (
    <PeriodSheet title="Timesheet" {...sheet}>
      {(period, { today }, openDay) => (
        <OwnPeriod key={period.id} period={period} today={today} onDay={openDay} syncCenter={syncCenter} />
      )}
    </PeriodSheet>
  );
}

interface OwnPeriodProps extends Pick<TimesheetSheetProps, 'onDay' | 'syncCenter'> {
  period: Period;
  today: string;
}

function OwnPeriod({ period, today, onDay, syncCenter }: OwnPeriodProps) {
  const { profile } = useSignedIn();
  const { hours, asked } = useOwnHours(period);
  const sheets = useLocal(
    (db) => timesheetsOfPeriod(db, profile.user_id, period.start_date),
    [profile.user_id, period.start_date],
  );
  const names = useNamesOfPeople();
  if (hours === undefined && asked !== null) return <AskedOfServer name="hours" state={asked} />;
  if (hours === undefined || sheets === undefined) return <DaysSkeleton />;
  const counted = sheets.map((sheet) => ({
    ...sheet,
    status: statusInPeriod(sheet.status, period.is_locked),
  }));
  const newest = newestRevision(counted);
  const status = newest?.status ?? 'not-submitted';
  const isOpen = takesSubmission(status) && !period.is_locked;
  const [toMend, others] = isOpen ? splitByError(hours.days) : [[], hours.days];
  return (
    <>
      <div className="grid gap-3">
        <p>
          <SheetStatusBadge status={status} arrival={newest} />
        </p>
        {newest !== null && newest.notes !== '' && newest.status !== 'submitted' && (
          <p className="rounded-lg border border-border bg-muted px-3 py-2.5 text-sm">
            <span className="font-medium">Note: </span>
            {newest.notes}
          </p>
        )}
        {newest !== null && <OwnStatus sheet={newest} syncCenter={syncCenter} />}
      </div>
      {toMend.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-destructive">Fix before you submit</h3>
          <DayList label="Days with errors" days={toMend} onDay={onDay} />
        </section>
      )}
      <HoursHeadlines
        totals={hours.totals}
        submitted={submittedTotals(newest, hours.totals)}
        className="grid grid-cols-2 gap-2"
      />
      <section className="grid gap-2">
        <h3 className="font-semibold">{toMend.length > 0 ? 'Other days' : 'Days'}</h3>
        <DayList label="Days" days={others} onDay={onDay} />
      </section>
      {isOpen && asked === null && <Submission hours={hours} period={period} today={today} />}
      {isOpen && asked !== null && <p className="text-sm">{TOO_OLD_TO_SUBMIT}</p>}
      <Revisions sheets={counted} names={names} />
    </>
  );
}

/** Days that prevent submission, and all others. */
function splitByError(days: readonly PeriodDay[]): [PeriodDay[], PeriodDay[]] {
  const hasError = ({ problems }: PeriodDay) => problems.some(blocksSubmission);
  return [days.filter(hasError), days.filter((day) => !hasError(day))];
}
