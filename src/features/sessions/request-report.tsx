import { useMemo } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { REQUEST_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { requestsOf } from '#domain/sessions/session-requests.ts';
import { displayDay, displaySpan } from '#domain/time/pacific.ts';
import { REQUEST_KIND_LABELS, REQUEST_LABELS } from '#entities/words/code-labels.ts';
import { fieldLabel } from '#entities/words/words.ts';
import {
  type AskedSessions,
  askSessions,
  useHeldSessions,
  useHoldsDays,
} from '#screens/device/held-sessions.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { sessionsNamedBy, useNames } from '#screens/device/record-names.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { defineReport, fromEither } from '#screens/report/define-report.ts';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { decisionOnRequests } from './request-decisions.ts';
import { REQUEST_FILTERS } from './request-filters.ts';
import { type RequestRow, requestRows } from './request-rows.ts';
import { useSessionLookups } from './session-lookups.ts';
import { RequestDecision } from './session-request-list.tsx';

function useRequests(sessions: readonly LocalSession[] | undefined): RequestRow[] | undefined {
  const { profile } = useSignedIn();
  const lookups = useSessionLookups();
  const asked = sessions?.flatMap(requestsOf) ?? [];
  const names = useNames(sessionsNamedBy(asked.flatMap(({ before, changes }) => [before, changes])));
  return useMemo(
    () =>
      sessions === undefined || lookups === undefined || names === undefined
        ? undefined
        : requestRows(sessions, ownActor(profile), { lookups, names }),
    [sessions, profile, lookups, names],
  );
}

function requestName({ provider, session, students, request }: RequestRow): string {
  return `${REQUEST_KIND_LABELS[request.kind]}, ${provider}, ${displayDay(session.session_date)}, ${students}`;
}

/** Requests about sessions that the person decides on, for leads those of their services. */
export const requestReport = defineReport(REQUEST_FILTERS, {
  id: 'requests',
  title: 'Requests',
  label: 'Requests',
  rows: fromEither({
    name: 'requests',
    question: ({ from, to }): AskedSessions => ({ from, to, has_request: true }),
    ask: askSessions,
    useIsHeld({ from, to, status }) {
      const isHeld = useHoldsDays({ from, to });
      // All that is pending is on devices of people who decide, whatever its day.
      return status === 'pending' || isHeld;
    },
    useRows: (question, isHeld, answer) => useRequests(useHeldSessions(question, isHeld, answer)),
  }),
  rowId: ({ session, request }) => `${session.id} ${request.kind} ${request.asked_at}`,
  rowName: requestName,
  actions: [decisionOnRequests('approved'), decisionOnRequests('refused')],
  rowHeight: 56,
  tightRowHeight: 76,
  days: (today) => ({ from: earliestSeriesStart(today), to: today }),
  filters: {
    provider: {
      label: 'Provider',
      everyone: 'provider',
      matches: ({ session }, id) => session.provider === id,
    },
    kind: {
      label: 'Request',
      isCounted: true,
      choices: () => REQUEST_KINDS.map((id) => ({ id, name: REQUEST_KIND_LABELS[id] })),
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
  totals: (rows) => [
    ['Pending', rows.filter(({ request }) => request.state === 'pending').length],
    ['Reviewed', rows.filter(({ request }) => request.state !== 'pending').length],
  ],
  columns: [
    {
      ...{ id: 'kind', header: 'Request', width: '9rem', only: 'wide' },
      value: ({ request }) => REQUEST_KIND_LABELS[request.kind],
    },
    {
      ...{
        id: 'date',
        header: fieldLabel('session', 'session_date'),
        kind: 'day',
        width: '9rem',
        tightWidth: '10.5rem',
      },
      value: ({ session }) => session.session_date,
      sortBy: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session: { id, session_date, start_time, end_time }, request }, { linkTo, isTight }) => (
        <TwoLines
          first={linkTo(id, displayDay(session_date), 'underline underline-offset-2 tabular-nums')}
          second={isTight ? REQUEST_KIND_LABELS[request.kind] : displaySpan(start_time, end_time)}
        />
      ),
    },
    {
      ...{ id: 'provider', header: fieldLabel('session', 'provider'), width: '9rem', tightWidth: '9rem' },
      value: (row) => row.provider,
      cell: ({ provider, students }, { isTight }) => (
        <TwoLines first={provider} second={isTight && students} />
      ),
    },
    {
      ...{ id: 'students', header: fieldLabel('session', 'student_ids'), width: '9rem', only: 'wide' },
      value: (row) => row.students,
    },
    {
      ...{ id: 'service', header: fieldLabel('session', 'service'), width: '6rem', only: 'wide' },
      value: (row) => row.service,
      sortBy: (row) => row.short_service,
      cell: (row) => <span title={row.service}>{row.short_service}</span>,
    },
    {
      ...{ id: 'change', header: 'Change' },
      value: (row) => row.change,
      cell: ({ change, request: { reason } }) => (
        <ClampedText text={reason === '' ? change : `${change} · “${reason}”`} isSmall />
      ),
    },
    { ...{ id: 'reason', header: 'Reason', only: 'file' }, value: ({ request }) => request.reason },
    {
      ...{ id: 'status', header: 'Status', only: 'file' },
      value: ({ request }) => REQUEST_LABELS[request.state],
    },
    {
      ...{ id: 'decision', header: 'Decision', width: '11.25rem', tightWidth: '11rem', isPinned: true },
      value: (row) => row.decision,
      cell(row) {
        const { session, request, decision } = row;
        if (request.state === 'pending') {
          return <RequestDecision session={session} request={request} name={requestName(row)} />;
        }
        return <ClampedText text={`${REQUEST_LABELS[request.state]}: ${decision}`} isSmall />;
      },
    },
  ],
  empty: {
    title: 'No requests',
    help: 'Try other dates. Session requests that need approval appear here.',
    filtered: 'No requests match these filters. Choose All under Status to see reviewed ones.',
  },
});
