import { useMemo } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { LOCK_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { requestsOf } from '#domain/sessions/session-requests.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { REQUEST_KIND_LABELS, REQUEST_LABELS } from '#entities/words/code-labels.ts';
import { fieldLabel } from '#entities/words/words.ts';
import {
  type AskedSessions,
  askSessions,
  useHeldSessions,
  useHoldsDays,
} from '#screens/device/held-sessions.ts';
import { sessionsNamedBy, useNames } from '#screens/device/record-names.ts';
import { defineReport, fromEither } from '#screens/report/define-report.ts';
import { ClampedText } from '#ui/clamped-text.tsx';
import { cn } from '#ui/class-names.ts';
import { SESSION_REQUEST_FILTERS } from './request-filters.ts';
import {
  requestDecision,
  type SessionRequestRow,
  sessionRequestName,
  sessionRequestRows,
} from './request-rows.ts';
import { useSessionLookups } from './session-lookups.ts';
import { RequestDecision } from './session-request-list.tsx';

function useRequestRows(sessions: readonly LocalSession[] | undefined): SessionRequestRow[] | undefined {
  const lookups = useSessionLookups();
  const named = useMemo(
    () =>
      sessionsNamedBy(
        (sessions ?? []).flatMap(requestsOf).flatMap(({ before, changes }) => [before, changes]),
      ),
    [sessions],
  );
  const names = useNames(named);
  return useMemo(
    () =>
      sessions === undefined || lookups === undefined || names === undefined
        ? undefined
        : sessionRequestRows(sessions, lookups, names),
    [sessions, lookups, names],
  );
}

/** Late entries, and edits and deletions after the lock, with what they would change and the decision in the row. */
export const sessionRequests = defineReport(SESSION_REQUEST_FILTERS, {
  id: 'session-requests',
  title: 'Session Requests',
  label: 'Session requests',
  rows: fromEither({
    name: 'session requests',
    question: ({ from, to }): AskedSessions => ({ from, to, has_request: true }),
    ask: askSessions,
    useIsHeld({ from, to, status }) {
      const isHeld = useHoldsDays({ from, to });
      // All that is pending is on devices of people who decide, whatever its day.
      return status === 'pending' || isHeld;
    },
    useRows: (question, isHeld, answer) => useRequestRows(useHeldSessions(question, isHeld, answer)),
  }),
  rowId: ({ session, request }) => `${session.id} ${request.kind} ${request.asked_at}`,
  rowName: sessionRequestName,
  actions: [requestDecision('approved'), requestDecision('refused')],
  rowHeight: 56,
  tightRowHeight: 68,
  days: (today) => ({ from: earliestSeriesStart(today), to: today }),
  filters: {
    provider: {
      label: 'Provider',
      everyone: 'provider',
      matches: ({ session }, id) => session.provider === id,
    },
    kind: {
      label: 'Kind',
      choices: () => LOCK_KINDS.map((id) => ({ id, name: REQUEST_KIND_LABELS[id] })),
      matches: ({ request }, kind) => request.kind === kind,
    },
    status: {
      label: 'Status',
      initial: 'pending',
      choices: () => REQUEST_STATES.map((id) => ({ id, name: REQUEST_LABELS[id] })),
      matches: ({ request }, state) => request.state === state,
    },
    search: {
      label: 'Search',
      placeholder: 'Provider, student, or service',
      words: (row) => `${row.provider} ${row.students} ${row.service}`,
    },
  },
  sort: { id: 'date', desc: true },
  asksDevices: true,
  totals: (rows) =>
    LOCK_KINDS.map((kind) => [
      REQUEST_KIND_LABELS[kind],
      rows.filter(({ request }) => request.kind === kind).length,
    ]),
  columns: [
    {
      ...{ id: 'session', header: 'Session', width: '11.75rem', only: 'tight' },
      value: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session: { id, session_date }, provider, students, service }, { linkTo }) => (
        <div className="grid leading-5">
          <span className="truncate">
            {linkTo(id, displayDay(session_date), 'underline underline-offset-2')}
            <span className="text-muted-foreground">{` · ${service}`}</span>
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
      ...{ id: 'service', header: fieldLabel('session', 'service'), width: '8rem', only: 'wide' },
      value: (row) => row.service,
    },
    {
      ...{ id: 'kind', header: 'Kind', width: '6.5rem', tightWidth: '5.5rem' },
      value: ({ request }) => REQUEST_KIND_LABELS[request.kind],
    },
    {
      ...{ id: 'changes', header: 'What changes and why' },
      value: ({ changes, request }) => [changes, request.reason].filter((part) => part !== '').join(' · '),
      cell({ changes, request: { reason } }, { isTight }) {
        const words = [changes, reason].filter((part) => part !== '').join(' · ');
        return (
          <span
            title={words}
            className={cn('whitespace-normal leading-5', isTight ? 'line-clamp-3' : 'line-clamp-2')}
          >
            {words}
          </span>
        );
      },
    },
    {
      ...{ id: 'decision', header: 'Decision', width: '11.25rem', tightWidth: '11rem', isPinned: true },
      value: ({ request, decision }) =>
        request.state === 'pending' ? 'Pending' : `${REQUEST_LABELS[request.state]}, ${decision}`,
      cell(row) {
        const { session, request, decision } = row;
        if (request.state === 'pending') {
          return <RequestDecision session={session} request={request} name={sessionRequestName(row)} />;
        }
        return <ClampedText text={`${REQUEST_LABELS[request.state]}, ${decision}`} isSmall />;
      },
    },
  ],
  empty: {
    title: 'No session requests',
    help: 'Try other dates. Late entries, and edits and deletions of locked sessions, appear here.',
    filtered: 'No requests match these filters. Choose All under Status to see decided ones.',
  },
});
