import { type ReactNode, useCallback } from 'react';
import { timesheetsOfPeriod } from '#db/timesheets.ts';
import { statusInPeriod } from '#domain/timesheets/status-rules.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import { useHoldsTimesheets, useReloadAfterDecision } from '#screens/device/others-days.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import { useLocal, useServerData } from '#screens/device/signed-in.ts';
import type { Period } from '#screens/pay-period/period-choice.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { ServerData } from '#ui/server-data.tsx';
import type { OVERVIEW_FILTERS } from './overview-filters.ts';
import { SheetActions } from './sheet-actions.tsx';
import { SheetFrame } from './sheet-frame.tsx';
import { type SheetReview, useSheetReview } from './sheet-review.tsx';

interface SheetProps {
  providerId: string;
  period: Period;
  names: ById<string>;
  signers: ById<string>;
  switchers: ReactNode;
  syncCenter: ReactNode;
}

interface ReviewedTimesheetProps extends SheetProps {
  search: ReportAddress<typeof OVERVIEW_FILTERS>;
  onOpen: (providerId: string) => void;
  back: ReactNode;
}

/** Someone else's timesheet, in a series of timesheets that the office reviews. */
export function ReviewedTimesheet({ search, onOpen, back, ...sheet }: ReviewedTimesheetProps) {
  const { providerId, period, names } = sheet;
  const name = names.get(providerId) ?? '';
  const { review, steps } = useSheetReview({ providerId, name, period, search, onOpen });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        {back}
        {steps}
      </div>
      <OthersTimesheet review={review} {...sheet} />
    </div>
  );
}

/** Someone else's timesheet, from the server. */
export function OthersTimesheet({
  providerId,
  review,
  period,
  names,
  signers,
  switchers,
  syncCenter,
}: SheetProps & { review: SheetReview | null }) {
  const { start_date, end_date } = period;
  const ask = useCallback(
    (api: ApiClient) =>
      api.call('timesheet.days', {
        query: { provider_id: providerId, period_start_date: start_date, period_end_date: end_date },
      }),
    [providerId, start_date, end_date],
  );
  const answer = useServerData(ask);
  const facts = answer.result;
  const local = useLocal((db) => timesheetsOfPeriod(db, providerId, start_date), [providerId, start_date]);
  const isHeld = useHoldsTimesheets(start_date);
  useReloadAfterDecision(isHeld, answer.reload);
  const known = isHeld ? local : facts?.timesheets;
  const sheets = (known ?? []).filter(
    (sheet) => sheet.provider_id === providerId && sheet.period_start_date === start_date,
  );
  const newest = newestRevision(sheets);
  const status = newest === null ? null : statusInPeriod(newest.status, period.is_locked);
  return (
    <SheetFrame
      provider={providerId}
      person={names.get(providerId) ?? ''}
      hours={facts}
      answeredAt={answer.answeredAt}
      {...{ period, sheets, names, signers, switchers }}
      asking={
        <ServerData name="the timesheet" state={answer}>
          {() => null}
        </ServerData>
      }
      statusLine={
        // No decision without having seen the hours.
        facts !== undefined &&
        newest !== null &&
        status !== 'locked' && (
          <SheetActions
            key={newest.id}
            sheet={newest}
            person={names.get(providerId) ?? ''}
            review={review}
            isLocked={period.is_locked}
            syncCenter={syncCenter}
            onRecommended={answer.reload}
          />
        )
      }
    />
  );
}
