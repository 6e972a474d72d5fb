import { useMemo } from 'react';
import { sessionsWithRequests } from '#db/sessions.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { signed } from '#screens/report/cells.ts';
import { defineReport, fromDevice } from '#screens/report/define-report.ts';
import { type ReportAction, refusalWords } from '#screens/report/report-action.ts';
import { Badge } from '#ui/badge.tsx';
import { sendDecision } from './decide-request.ts';
import { DURATION_FILTERS } from './duration-filters.ts';
import { type DurationRow, durationRows, durationTotals } from './duration-rows.ts';
import { useSessionLookups } from './session-lookups.ts';
import { RequestDecision } from './session-request-list.tsx';

const LABELS = { pending: 'Pending', approved: 'Approved', refused: 'Denied' } as const;
const LOOKS = { pending: 'warning', approved: 'success', refused: 'destructive' } as const;

function useDurations({ from, to }: { from: string; to: string }): DurationRow[] | undefined {
  const sessions = useLocal(sessionsWithRequests, []);
  const lookups = useSessionLookups();
  return useMemo(() => {
    if (sessions === undefined || lookups === undefined) return undefined;
    return durationRows(sessions, lookups).filter(
      ({ session: { session_date } }) => from <= session_date && session_date <= to,
    );
  }, [sessions, lookups, from, to]);
}

const DECISIONS = {
  approved: { label: 'Approve', done: 'Approved', effect: 'Pay and billing use the new minutes' },
  refused: { label: 'Deny', done: 'Denied', effect: 'Pay and billing use the scheduled minutes' },
} as const;

/** Decides on several changed durations as the buttons of their rows do one by one. */
function decisionOn(decision: keyof typeof DECISIONS): ReportAction<DurationRow> {
  const { label, done, effect } = DECISIONS[decision];
  return {
    ...{ id: decision, label, done, nouns: ['changed duration', 'changed durations'] },
    ...(decision === 'refused' && { isDestructive: true, needsNote: () => true }),
    may: (actor) => mayUse(actor, 'session.decide'),
    refusal: ({ session, request }, actor) =>
      // That a note is missing is asked for below.
      refusalWords(
        requestRefusal(actor, session, ['duration'], { asked_at: request.asked_at, decision, note: label }),
      ),
    summary: (rows) => [
      `${effect}: ${signed(durationTotals(rows).difference)} minutes in total.`,
      'Providers see your decision and note.',
    ],
    run: ({ session, request }, note, { engine }) => sendDecision(engine, session, request, decision, note),
    after: ({ engine }) => engine.refresh(),
  };
}

/** Every changed duration, pending and decided, with old, new and difference; decided where it stands. */
export const changedDurations = defineReport(DURATION_FILTERS, {
  id: 'changed-durations',
  title: 'Changed Durations',
  label: 'Changed durations',
  rows: fromDevice(useDurations),
  rowId: ({ session }) => session.id,
  rowName: ({ provider, session, students }) =>
    `${provider}, ${displayDay(session.session_date)}, ${students}`,
  actions: [decisionOn('approved'), decisionOn('refused')],
  rowHeight: 56,
  days: (today) => ({ from: earliestSeriesStart(today), to: today }),
  filters: {
    provider: {
      label: 'Provider',
      choices: ({ providers }) => namedProviders(providers.values()),
      matches: ({ session }, id) => session.provider === id,
    },
    status: {
      label: 'Status',
      initial: 'pending',
      choices: () => REQUEST_STATES.map((id) => ({ id, name: LABELS[id] })),
      matches: ({ request }, state) => request.state === state,
    },
    search: { label: 'Search', words: (row) => `${row.provider} ${row.students} ${row.service}` },
  },
  sort: { id: 'date', desc: true },
  asksDevices: true,
  totals(rows) {
    const totals = durationTotals(rows);
    return [
      ['Waiting', totals.pending],
      ['Decided', totals.decided],
      ['Old minutes', totals.old_minutes],
      ['New minutes', totals.new_minutes],
      ['Difference', signed(totals.difference)],
    ];
  },
  columns: [
    {
      ...{ id: 'date', header: fieldLabel('session', 'session_date'), kind: 'day', width: '7rem' },
      value: ({ session }) => session.session_date,
      sortBy: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session: { id, session_date } }, { linkTo }) =>
        linkTo(id, displayDay(session_date), 'underline underline-offset-2 tabular-nums'),
    },
    {
      id: 'provider',
      header: fieldLabel('session', 'provider'),
      width: '9rem',
      value: (row) => row.provider,
    },
    {
      id: 'students',
      header: fieldLabel('session', 'student_ids'),
      width: '9rem',
      value: (row) => row.students,
    },
    {
      ...{ id: 'service', header: fieldLabel('session', 'service'), width: '6.75rem' },
      value: (row) => row.service,
      cell: (row) => <span title={row.service}>{row.short_service}</span>,
    },
    {
      ...{ id: 'change', header: 'Minutes', width: '8.5rem', only: 'screen' },
      value: (row) => row.difference,
      cell: (row) => (
        <span className="tabular-nums">
          {row.old_minutes} → {row.new_minutes}{' '}
          <span className="text-muted-foreground">({signed(row.difference)})</span>
        </span>
      ),
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
      cell: ({ request: { reason } }) => (
        <span title={reason} className="line-clamp-2 whitespace-normal leading-5">
          {reason}
        </span>
      ),
    },
    {
      ...{ id: 'status', header: 'Status', width: '6.5rem' },
      value: ({ request }) => LABELS[request.state],
      cell: ({ request: { state } }) => <Badge variant={LOOKS[state]}>{LABELS[state]}</Badge>,
    },
    {
      ...{ id: 'decision', header: 'Decision', width: '11.5rem', isPinned: true },
      value: (row) => row.decision,
      cell: ({ session, request, provider, students, decision }) =>
        request.state === 'pending' ? (
          <RequestDecision
            session={session}
            request={request}
            name={`${provider}, ${displayDay(session.session_date)}, ${students}`}
          />
        ) : (
          <span title={decision}>{decision}</span>
        ),
    },
  ],
  empty: {
    title: 'No changed durations here',
    help: 'Choose other dates. Sessions that ran longer or shorter than planned appear here.',
    filtered: 'No changed durations match these filters. Choose All under Status to see decided ones.',
  },
});
