import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { SHEET_FINDING_LABELS, type SheetFinding } from '#domain/payroll/closing-rules.ts';
import { submittedTotals } from '#domain/timesheets/status-rules.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { Period } from '#screens/pay-period/period-choice.ts';
import { usePageKeys } from '#screens/review/review-keys.ts';
import { useReviewQueue } from '#screens/review/review-queue.ts';
import { ReviewSteps } from '#screens/review/review-steps.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { decisionOutcome } from './decide-timesheet.ts';
import { dayWords } from './hours-columns.ts';
import { HoursTable } from './hours-table.tsx';
import { SheetActions } from './sheet-actions.tsx';
import type { SheetReview } from './sheet-review.tsx';
import { SheetStatusBadge } from './sheet-status-badge.tsx';
import type { SheetRow } from './timesheet-overview.tsx';

interface ClosingReviewProps {
  period: Period;
  rows: readonly SheetRow[];
  /** The providers whose timesheets are to be looked at. */
  waiting: readonly string[];
  findingsOf: (provider: string) => readonly SheetFinding[];
  syncCenter: ReactNode;
  /** The server has answered a decision. */
  onDecided: () => Promise<void>;
  onEnd: () => void;
}

/** Timesheets with findings, one after the other: the next one comes up after each decision, and the focus stays. */
export function ClosingReview({
  period,
  rows,
  waiting,
  findingsOf,
  syncCenter,
  onDecided,
  onEnd,
}: ClosingReviewProps) {
  const { workspace, engine } = useSignedIn();
  const queue = useReviewQueue(waiting);
  const [shown, setShown] = useState(waiting[0] ?? null);
  const [said, setSaid] = useState('');
  const place = useRef<HTMLParagraphElement>(null);
  const next = shown === null ? null : queue.nearest(shown, 1);
  const focus = () => place.current?.focus();
  useEffect(() => place.current?.focus(), []);
  const open = (id: string, words: string) => {
    setSaid(words);
    setShown(id);
    focus();
  };
  const step = (by: 1 | -1) => {
    const id = shown === null ? null : queue.nearest(shown, by);
    if (id !== null) open(id, '');
  };
  usePageKeys(next === null ? {} : { j: () => step(1), k: () => step(-1) });
  const row = rows.find(({ provider }) => provider === shown);
  const isDone = next === null && (shown === null || !queue.isWaiting(shown));
  const review: SheetReview = {
    hasOthers: next !== null,
    approvesAtOnce: true,
    goOn(words) {
      const settled = decisionOutcome(workspace, engine, row?.sheet?.id ?? '');
      // A refusal is shown on the timesheet itself, which waits again.
      void settled.catch(() => undefined).then(onDecided);
      if (next !== null) return open(next, words);
      setSaid(words);
      focus();
    },
    focus,
  };
  return (
    <section aria-label="Timesheets to review" className="grid gap-3 rounded-lg border border-border p-4">
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        {said !== '' && (
          <p className="flex items-center gap-1.5 text-sm text-success">
            <Check aria-hidden="true" className="size-4" />
            {said}
          </p>
        )}
        <p ref={place} tabIndex={-1} className="text-muted-foreground text-sm tabular-nums outline-none">
          {isDone
            ? 'All timesheets are reviewed'
            : `${shown === null ? 0 : queue.placeOf(shown)} of ${queue.length}`}
        </p>
        {next !== null && <ReviewSteps noun="timesheet" onStep={step} />}
        <span className="flex-1" />
        <Button size="sm" variant="outline" onClick={onEnd}>
          {isDone ? 'Done' : 'Stop here'}
        </Button>
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
      {row !== undefined && !isDone && (
        <SheetToCheck
          key={row.provider}
          row={row}
          period={period}
          findings={findingsOf(row.provider)}
          review={review}
          syncCenter={syncCenter}
        />
      )}
    </section>
  );
}

interface SheetToCheckProps extends Pick<ClosingReviewProps, 'period' | 'syncCenter'> {
  row: SheetRow;
  findings: readonly SheetFinding[];
  review: SheetReview;
}

function SheetToCheck({ row, period, findings, review, syncCenter }: SheetToCheckProps) {
  const { provider, name, sheet, arrival, status } = row;
  const { start_date, end_date } = period;
  const ask = useCallback(
    (api: ApiClient) =>
      api.call('timesheet.days', {
        query: { provider_id: provider, period_start_date: start_date, period_end_date: end_date },
      }),
    [provider, start_date, end_date],
  );
  const answer = useServerData(ask);
  return (
    <div className="grid gap-3">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {name}
        <SheetStatusBadge status={status} arrival={arrival} />
      </h3>
      {findings.length > 0 && (
        <ul aria-label={`To review: ${name}`} className="grid gap-1">
          {findings.map((finding) => (
            <li key={finding} className="flex items-start gap-2 text-sm text-warning">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {SHEET_FINDING_LABELS[finding]}
            </li>
          ))}
        </ul>
      )}
      <ServerData name="the timesheet" state={answer}>
        {({ days, totals }) => (
          <>
            {sheet !== null && (
              <SheetActions
                sheet={{ ...sheet, period_end_date: end_date }}
                person={name}
                review={review}
                isLocked={period.is_locked}
                syncCenter={syncCenter}
                onRecommended={answer.reload}
              />
            )}
            <HoursTable
              label={`Days of the period: ${name}`}
              first="Day"
              rows={days.map(({ day, meal: _meal, problems, ...figures }) => ({
                ...{ key: day, title: dayWords(day), problems },
                ...figures,
              }))}
              totals={totals}
              submitted={submittedTotals(sheet, totals)}
            />
          </>
        )}
      </ServerData>
    </div>
  );
}
