import { useMemo } from 'react';
import { signed } from '#contract/report-files/file-cells.ts';
import type { LocalSession } from '#db/sessions.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import {
  type AskedSessions,
  askSessions,
  useHeldSessions,
  useHoldsDays,
} from '#screens/device/held-sessions.ts';
import { defineReport, fromEither } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { cn } from '#ui/class-names.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { DurationClusters, durationName } from './duration-clusters.tsx';
import { DURATION_FILTERS } from './duration-filters.ts';
import {
  DURATION_SIZES,
  type DurationRow,
  durationRows,
  durationTotals,
  SIZE_LABELS,
  sizeOf,
} from './duration-rows.ts';
import { decisionOnDurations } from './request-decisions.ts';
import { useSessionLookups } from './session-lookups.ts';
import { RequestDecision } from './session-request-list.tsx';

const LABELS = { pending: 'Pending', approved: 'Approved', refused: 'Denied' } as const;
const LOOKS = { pending: 'warning', approved: 'success', refused: 'destructive' } as const;

function StateBadge({ state }: Pick<DurationRow['request'], 'state'>) {
  return <Badge variant={LOOKS[state]}>{LABELS[state]}</Badge>;
}

function useDurations(sessions: readonly LocalSession[] | undefined): DurationRow[] | undefined {
  const lookups = useSessionLookups();
  return useMemo(
    () => (sessions === undefined || lookups === undefined ? undefined : durationRows(sessions, lookups)),
    [sessions, lookups],
  );
}

/** Every changed duration, pending and decided, with old, new, and difference, and its decision in the row. */
export const changedDurations = defineReport(DURATION_FILTERS, {
  id: 'changed-durations',
  title: 'Changed Durations',
  label: 'Changed durations',
  rows: fromEither({
    name: 'changed durations',
    question: ({ from, to }): AskedSessions => ({ from, to, has_request: true }),
    ask: askSessions,
    useIsHeld({ from, to, status }) {
      const isHeld = useHoldsDays({ from, to });
      // All that is pending is on devices of people who decide, whatever its day.
      return status === 'pending' || isHeld;
    },
    useRows: (question, isHeld, answer) => useDurations(useHeldSessions(question, isHeld, answer)),
  }),
  rowId: ({ session }) => session.id,
  rowName: durationName,
  actions: [decisionOnDurations('approved'), decisionOnDurations('refused')],
  rowHeight: 56,
  tightRowHeight: 68,
  days: (today) => ({ from: earliestSeriesStart(today), to: today }),
  filters: {
    provider: {
      label: 'Provider',
      everyone: 'provider',
      matches: ({ session }, id) => session.provider === id,
    },
    status: {
      label: 'Status',
      initial: 'pending',
      choices: () => REQUEST_STATES.map((id) => ({ id, name: LABELS[id] })),
      matches: ({ request }, state) => request.state === state,
    },
    size: {
      label: 'Difference',
      isCounted: true,
      choices: () => DURATION_SIZES.map((id) => ({ id, name: SIZE_LABELS[id] })),
      matches: (row, size) => sizeOf(row) === size,
    },
    search: {
      label: 'Search',
      placeholder: 'Provider, student, or service',
      words: (row) => `${row.provider} ${row.students} ${row.service}`,
    },
  },
  sort: { id: 'date', desc: true },
  Summary: DurationClusters,
  asksDevices: true,
  totals(rows) {
    const totals = durationTotals(rows);
    return [
      ['Pending', totals.pending],
      ['Reviewed', totals.decided],
      ['Old minutes', totals.old_minutes],
      ['New minutes', totals.new_minutes],
      ['Difference', signed(totals.difference)],
    ];
  },
  columns: [
    {
      // All that tells the sessions apart: the decision needs the rest of a tablet's width.
      ...{ id: 'session', header: 'Session', width: '11.75rem', only: 'tight' },
      value: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session: { id, session_date }, provider, students, service, short_service }, { linkTo }) => (
        <div className="grid leading-5">
          <span className="truncate">
            {linkTo(id, displayDay(session_date), 'underline underline-offset-2')}
            <span className="text-muted-foreground" title={service}>
              {` · ${short_service}`}
            </span>
          </span>
          <span className="truncate" title={provider}>
            {provider}
          </span>
          <span className="truncate text-muted-foreground text-xs leading-4" title={students}>
            {students}
          </span>
        </div>
      ),
    },
    {
      ...{ id: 'date', header: fieldLabel('session', 'session_date'), kind: 'day', width: '7rem' },
      ...{ only: 'wide' },
      value: ({ session }) => session.session_date,
      sortBy: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session: { id, session_date } }, { linkTo }) =>
        linkTo(id, displayDay(session_date), 'underline underline-offset-2 tabular-nums'),
    },
    {
      ...{ id: 'provider', header: fieldLabel('session', 'provider'), width: '9rem', only: 'wide' },
      value: (row) => row.provider,
    },
    {
      ...{ id: 'students', header: fieldLabel('session', 'student_ids'), width: '9rem', only: 'wide' },
      value: (row) => row.students,
    },
    {
      ...{ id: 'service', header: fieldLabel('session', 'service'), width: '6.75rem', only: 'wide' },
      value: (row) => row.service,
      cell: (row) => <span title={row.service}>{row.short_service}</span>,
    },
    {
      ...{ id: 'change', header: 'Minutes', width: '8.5rem', tightWidth: '5.75rem', only: 'screen' },
      value: (row) => row.difference,
      cell({ old_minutes, new_minutes, difference }, { isTight }) {
        const minutes = `${old_minutes} → ${new_minutes}`;
        if (isTight) return <TwoLines first={minutes} second={signed(difference)} />;
        return (
          <span>
            {minutes} <span className="text-muted-foreground">({signed(difference)})</span>
          </span>
        );
      },
    },
    { ...{ id: 'old', header: 'Old', kind: 'number', only: 'file' }, value: (row) => row.old_minutes },
    { ...{ id: 'new', header: 'New', kind: 'number', only: 'file' }, value: (row) => row.new_minutes },
    {
      ...{ id: 'difference', header: 'Difference', kind: 'difference', only: 'file' },
      value: (row) => row.difference,
    },
    {
      ...{ id: 'reason', header: 'Reason' },
      value: ({ request }) => request.reason,
      cell: ({ request: { reason } }, { isTight }) => (
        <span
          title={reason}
          className={cn('whitespace-normal leading-5', isTight ? 'line-clamp-3' : 'line-clamp-2')}
        >
          {reason}
        </span>
      ),
    },
    {
      ...{ id: 'status', header: 'Status', width: '6.5rem', only: 'wide' },
      value: ({ request }) => LABELS[request.state],
      cell: ({ request: { state } }) => <StateBadge state={state} />,
    },
    {
      ...{ id: 'decision', header: 'Decision', width: '11.25rem', tightWidth: '11rem', isPinned: true },
      value: (row) => row.decision,
      cell({ session, request, provider, students, decision }, { isTight }) {
        if (request.state === 'pending') {
          return (
            <RequestDecision
              session={session}
              request={request}
              name={`${provider}, ${displayDay(session.session_date)}, ${students}`}
            />
          );
        }
        return (
          <div className="grid justify-items-start gap-1 text-xs leading-4">
            {isTight && <StateBadge state={request.state} />}
            <ClampedText text={decision} isSmall />
          </div>
        );
      },
    },
  ],
  empty: {
    title: 'No changed durations',
    help: 'Try other dates. Sessions that ran longer or shorter than planned appear here.',
    filtered: 'No changed durations match these filters. Choose All under Status to see reviewed ones.',
  },
});
