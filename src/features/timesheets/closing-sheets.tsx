import { CheckCheck, ListChecks } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { ClosingSheet } from '#contract/payroll-closing.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { counted } from '#domain/text/counted.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import type { Period } from '#screens/pay-period/period-choice.ts';
import { BulkDialog } from '#screens/report/bulk-dialog.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ClosingReview } from './closing-review.tsx';
import {
  approveSheets,
  askForTotals,
  notDecidable,
  type SheetRow,
  timesheetOverview,
  useOverview,
} from './timesheet-overview.tsx';

interface ClosingSheetsProps {
  period: Period;
  /** The submitted timesheets with their findings, as the server last answered. */
  sheets: readonly ClosingSheet[];
  /** How many are approved, as the server last answered. */
  approved: number;
  syncCenter: ReactNode;
  /** Asks the server again. */
  onDecided: () => Promise<void>;
}

/** The timesheets of a pay period that wait: those without findings at once, the others one after the other. */
export function ClosingSheets({ period, sheets, approved, syncCenter, onDecided }: ClosingSheetsProps) {
  const actor = ownActor(useSignedIn().profile);
  const rows = useWaitingRows(period);
  const loading = useLoading(period.start_date);
  const [isAsked, setAsked] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const findings = new Map(sheets.map((sheet) => [sheet.provider, sheet.findings]));
  const waiting = (rows ?? []).filter((row) => notDecidable(row, actor) === null);
  const isClean = ({ provider }: SheetRow) => findings.get(provider)?.length === 0;
  const clean = waiting.filter(isClean);
  // What was submitted since the server answered is looked at, too.
  const others = waiting.filter((row) => !isClean(row));
  if (!mayUse(actor, 'timesheet.decide')) {
    return <p className="text-muted-foreground text-sm">An admin approves the timesheets.</p>;
  }
  if (loading !== null) {
    return <LoadingRecords words={loading.words} percent={loading.percent} lines={2} />;
  }
  if (rows === undefined) return <Skeleton className="h-14" />;
  const nothing =
    approved === 0 ? 'No timesheets are waiting.' : 'All submitted timesheets have been reviewed.';
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        {waiting.length === 0
          ? nothing
          : `${counted(clean.length, 'timesheet')} without findings, ${others.length} to review.`}
        {approved > 0 && ` ${counted(approved, 'timesheet')} approved so far.`}
      </p>
      {waiting.length > 0 && !isReviewing && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {clean.length > 0 && (
            <Button onClick={() => setAsked(true)}>
              <CheckCheck aria-hidden="true" />
              Approve {counted(clean.length, 'timesheet')} without findings
            </Button>
          )}
          {others.length > 0 && (
            <Button variant={clean.length > 0 ? 'outline' : 'default'} onClick={() => setReviewing(true)}>
              <ListChecks aria-hidden="true" />
              Review {counted(others.length, 'timesheet')}
            </Button>
          )}
        </div>
      )}
      {isReviewing && (
        <ClosingReview
          period={period}
          rows={rows}
          waiting={others.map(({ provider }) => provider)}
          findingsOf={(provider) => findings.get(provider) ?? []}
          syncCenter={syncCenter}
          onDecided={onDecided}
          onEnd={() => setReviewing(false)}
        />
      )}
      {isAsked && (
        <BulkDialog
          action={approveSheets}
          rows={clean}
          rowName={({ name }) => name}
          onClose={() => setAsked(false)}
          onDone={() => void onDecided()}
        />
      )}
    </div>
  );
}

/** Everyone's timesheet of the period, by name; undefined until the figures are loaded or can't be had. */
function useWaitingRows({ start_date: from, end_date: to }: Period): SheetRow[] | undefined {
  const days = useMemo(() => ({ from, to }), [from, to]);
  const ask = useCallback((api: ApiClient) => askForTotals(api, days), [days]);
  const answer = useKeptAnswer(timesheetOverview.id, JSON.stringify(days), ask);
  const rows = useOverview(days, answer);
  return answer.result === undefined && answer.problem === null ? undefined : rows;
}
