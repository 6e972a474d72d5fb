import { Check } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { filteredRows, inOrder, sortOf } from '#contract/report-files/chosen-rows.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import type { Period } from '#screens/pay-period/period-choice.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import { usePageKeys } from '#screens/review/review-keys.ts';
import { useReviewQueue } from '#screens/review/review-queue.ts';
import { ReviewSteps } from '#screens/review/review-steps.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import type { OVERVIEW_FILTERS } from './overview-filters.ts';
import {
  askForTotals,
  notDecidable,
  type SheetRow,
  timesheetOverview,
  useOverview,
} from './timesheet-overview.tsx';

type OverviewAddress = ReportAddress<typeof OVERVIEW_FILTERS>;

export interface SheetReview {
  /** Whether another timesheet waits for a decision. */
  hasOthers: boolean;
  /** Opens the next waiting timesheet, and says what was done with this one. */
  goOn: (said: string) => void;
  /** Puts the focus on the place in the review. */
  focus: () => void;
  /** Whether A approves at once, because the timesheet's findings are shown with it. */
  approvesAtOnce?: true;
}

interface SheetReviewProps {
  providerId: string;
  name: string;
  period: Period;
  /** Filters and order of the list from which the timesheet was opened. */
  search: OverviewAddress;
  onOpen: (providerId: string) => void;
}

/**
 * Goes through the timesheets of a period that this person can decide, in the order of their list.
 *
 * @returns the review, and its line above the timesheet
 */
export function useSheetReview(props: SheetReviewProps): { review: SheetReview; steps: ReactNode } {
  const { providerId, name, period, search, onOpen } = props;
  const actor = ownActor(useSignedIn().profile);
  const rows = useListedRows(period, search);
  const queue = useReviewQueue(
    rows.filter((row) => notDecidable(row, actor) === null).map(({ provider }) => provider),
  );
  const [said, setSaid] = useState('');
  const place = useRef<HTMLParagraphElement>(null);
  const next = queue.nearest(providerId, 1);
  const open = (id: string | null, words: string) => {
    if (id === null) return;
    setSaid(words);
    onOpen(id);
    // The focus was on the previous timesheet.
    place.current?.focus();
  };
  const step = (by: 1 | -1) => open(queue.nearest(providerId, by), '');
  usePageKeys(next === null ? {} : { j: () => step(1), k: () => step(-1) });
  const at = queue.placeOf(providerId);
  const isDone = queue.length > 0 && next === null && !queue.isWaiting(providerId);
  const words = isDone
    ? 'All timesheets are reviewed'
    : at === 0
      ? `${queue.length} to review`
      : `${at} of ${queue.length}`;
  return {
    review: {
      hasOthers: next !== null,
      goOn: (done) => open(next, done),
      focus: () => place.current?.focus(),
    },
    steps: (
      <div className="flex min-h-9 items-center gap-2">
        {said !== '' && (
          <p className="flex items-center gap-1.5 text-sm text-success">
            <Check aria-hidden="true" className="size-4" />
            {said}
          </p>
        )}
        {queue.length > 0 && (
          <p ref={place} tabIndex={-1} className="text-muted-foreground text-sm tabular-nums outline-none">
            {at > 0 && !isDone && <span className="sr-only">Timesheet </span>}
            {words}
            {at > 0 && !isDone && <span className="sr-only">: {name}</span>}
          </p>
        )}
        {next !== null && <ReviewSteps noun="timesheet" onStep={step} />}
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
    ),
  };
}

/** The rows of the list in its order; none until the figures are loaded, since they may determine the order. */
function useListedRows(
  { start_date: from, end_date: to }: Period,
  search: OverviewAddress,
): readonly SheetRow[] {
  const days = useMemo(() => ({ from, to }), [from, to]);
  const ask = useCallback((api: ApiClient) => askForTotals(api, days), [days]);
  const answer = useKeptAnswer(timesheetOverview.id, JSON.stringify(days), ask);
  const rows = useOverview(days, answer);
  return useMemo(() => {
    if (rows === undefined || (answer.result === undefined && answer.problem === null)) return [];
    return inOrder(
      timesheetOverview,
      filteredRows(timesheetOverview, rows, search),
      sortOf(timesheetOverview, search),
    );
  }, [rows, answer.result, answer.problem, search]);
}
