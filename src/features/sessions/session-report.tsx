import { useMemo } from 'react';
import type { Session } from '#contract/session.ts';
import type { LocalSession } from '#db/sessions.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { REQUEST_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { ATTENDANCE_LABELS, SESSION_STATE_LABELS, SESSION_STATES } from '#domain/sessions/session.ts';
import { pendingRequest, requestsOf } from '#domain/sessions/session-requests.ts';
import { displayDay, displaySpan, displayTime, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { REQUEST_KIND_LABELS, REQUEST_LABELS } from '#entities/words/code-labels.ts';
import { fieldGroupLabel, fieldLabel } from '#entities/words/words.ts';
import {
  type AskedSessions,
  MOST_SESSIONS,
  useHeldSessions,
  useHoldsDays,
  wholeList,
  withWaitingSessions,
} from '#screens/device/held-sessions.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import {
  defineReport,
  fromDeviceOrPages,
  type PagedQuery,
  type PagedSums,
} from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { type ReportRow, type ReportTotals, reportRows, reportTotals } from './report-rows.ts';
import { useSessionLookups } from './session-lookups.ts';
import { REPORT_FILTERS } from './session-report-filters.ts';
import { remarksOf, requestWords, timeRange } from './session-words.ts';

const STATE_LOOKS = {
  draft: 'outline',
  logged: 'default',
  completed: 'default',
  approved: 'success',
  locked: 'neutral',
} as const;

/** What is out of the ordinary about a session, what needs someone first: requests, remarks, another author. */
function flagsOf({ session, captured_by }: ReportRow): string[] {
  return [
    ...requestsOf(session)
      .toReversed()
      .map(({ kind, state }) => {
        const decision = state === 'pending' ? 'pending' : REQUEST_LABELS[state].toLowerCase();
        return `${REQUEST_KIND_LABELS[kind]}: ${decision}`;
      }),
    ...remarksOf(session).map(({ label }) => label),
    ...(captured_by === '' ? [] : [`Entered by ${captured_by}`]),
  ];
}

function Flags({ row }: { row: ReportRow }) {
  const flags = flagsOf(row);
  const isPending = row.session.approval_request === 'pending';
  if (flags.length === 0) return null;
  return <ClampedText text={flags.join(' · ')} isSmall className={isPending ? 'text-warning' : undefined} />;
}

function remarkLabels(session: LocalSession): string {
  return remarksOf(session)
    .map(({ label }) => label)
    .join(', ');
}

function useReportRows(sessions: readonly LocalSession[] | undefined): ReportRow[] | undefined {
  const lookups = useSessionLookups();
  return useMemo(
    () => (sessions === undefined || lookups === undefined ? undefined : reportRows(sessions, lookups)),
    [sessions, lookups],
  );
}

/** For files and print: everything that the server found. */
function useWholeRows(question: AskedSessions) {
  const { db } = useSignedIn().workspace;
  const lookups = useSessionLookups();
  return async (found: readonly Session[]) => {
    const sessions = await withWaitingSessions(db, question, found);
    return lookups === undefined ? [] : reportRows(sessions, lookups);
  };
}

const PAGE = 200;
const LARGEST_PAGE = 1_000;

/** The orders in which the server has pages. */
const BY_DATE = { '': 'newest', '-date': 'newest', date: 'oldest' } as const;

interface SessionPage {
  sessions: readonly Session[];
  next: string | null;
}

async function askPage(
  api: ApiClient,
  asked: PagedQuery,
  after: string | null,
  isWhole: boolean,
): Promise<SessionPage> {
  const query = sessionQuery(asked);
  const order = Object.entries(BY_DATE).find(([said]) => said === asked.sort)?.[1];
  // By any other column, only all of them have an order.
  if (order === undefined) return { sessions: await wholeList(api, query), next: null };
  const limit = isWhole ? LARGEST_PAGE : PAGE;
  return api.call('session.list', { query: { ...query, order, limit, ...(after !== null && { after }) } });
}

async function askSums(api: ApiClient, asked: PagedQuery): Promise<PagedSums> {
  const sums = await api.call('session.sum', { query: sessionQuery(asked) });
  return { count: sums.sessions, figures: figuresOf(sums), footers: {}, choices: {} };
}

/** The days, and the filters that hold something. */
function sessionQuery({ from, to, sort: _, ...filters }: PagedQuery) {
  const held = Object.entries(filters).filter(([, value]) => value !== '');
  return { start_date: from, end_date: to, ...(Object.fromEntries(held) as Record<string, string>) };
}

function figuresOf({ sessions, minutes, pending }: ReportTotals) {
  return [
    ['Sessions', sessions],
    ['Minutes', minutes],
    ['Requests to review', pending],
  ] as const;
}

/** Everyone's sessions, of recent days live: they appear as they arrive. */
export const sessionReport = defineReport(REPORT_FILTERS, {
  id: 'sessions',
  title: 'My Sessions V2',
  label: 'Sessions',
  rows: fromDeviceOrPages({
    name: 'sessions',
    question: ({ from, to }): AskedSessions => ({ from, to }),
    useIsHeld: useHoldsDays,
    useRows: (question, isHeld, found) => useReportRows(useHeldSessions(question, isHeld, found)),
    isWaiting: ({ session }) => session.record_state !== 'sent',
    useWhole: useWholeRows,
    pages: {
      nouns: ['session', 'sessions'],
      most: MOST_SESSIONS,
      ask: askPage,
      askSums,
      rows: ({ sessions }: SessionPage) => sessions,
    },
  }),
  rowId: ({ session }) => session.id,
  opens: ({ session }) => session.id,
  // Room for the names of a group of four.
  rowHeight: 56,
  tightRowHeight: 76,
  days(today, periods) {
    const period = periodOfDay(periods, today);
    return { from: period?.start_date ?? today, to: period?.end_date ?? today };
  },
  filters: {
    provider: {
      label: 'Provider',
      everyone: 'provider',
      matches: ({ session }, id) => session.provider === id,
    },
    service: {
      label: 'Service',
      choices: ({ services }) => services,
      matches: ({ session }, id) => session.service === id,
    },
    state: {
      label: 'State',
      choices: () => SESSION_STATES.map((id) => ({ id, name: SESSION_STATE_LABELS[id] })),
      matches: ({ session }, state) => session.state === state,
    },
    request: {
      label: 'Requests',
      choices: () => REQUEST_STATES.map((id) => ({ id, name: REQUEST_LABELS[id] })),
      matches: ({ session }, state) => session.approval_request === state,
    },
    pending: {
      label: 'To review',
      choices: () => REQUEST_KINDS.map((id) => ({ id, name: REQUEST_KIND_LABELS[id] })),
      matches: ({ session }, kind) =>
        pendingRequest(
          session,
          REQUEST_KINDS.filter((one) => one === kind),
        ) !== null,
    },
    search: {
      label: 'Search',
      placeholder: 'Provider, student, service',
      words: (row) => `${row.provider} ${row.students} ${row.service}`,
    },
  },
  sort: { id: 'date', desc: true },
  asksDevices: true,
  totals: (rows) => figuresOf(reportTotals(rows)),
  columns: [
    {
      ...{ id: 'state', header: fieldLabel('session', 'state'), width: '6.75rem', tightWidth: '6.75rem' },
      value: ({ session }) => SESSION_STATE_LABELS[session.state],
      cell: ({ session: { state } }) => (
        <Badge variant={STATE_LOOKS[state]}>{SESSION_STATE_LABELS[state]}</Badge>
      ),
    },
    {
      ...{
        id: 'date',
        header: fieldLabel('session', 'session_date'),
        kind: 'day',
        width: '9rem',
        tightWidth: '8.75rem',
      },
      value: ({ session }) => session.session_date,
      sortBy: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session }) => (
        <TwoLines
          first={displayDay(session.session_date)}
          second={displaySpan(session.start_time, session.end_time)}
        />
      ),
    },
    {
      ...{ id: 'time', header: fieldGroupLabel('session', 'time'), only: 'file' },
      value: ({ session }) => timeRange(session),
    },
    {
      ...{
        id: 'provider',
        header: fieldLabel('session', 'provider'),
        width: '10rem',
        tightWidth: '10.25rem',
      },
      value: (row) => row.provider,
      cell: ({ provider, students }, { isTight }) => (
        <TwoLines first={provider} second={isTight && students} />
      ),
    },
    {
      ...{ id: 'students', header: fieldLabel('session', 'student_ids'), width: '9.75rem', only: 'wide' },
      value: (row) => row.students,
    },
    {
      ...{ id: 'service', header: fieldLabel('session', 'service'), width: '6.25rem', tightWidth: '5.5rem' },
      value: (row) => row.service,
      sortBy: (row) => row.short_service,
      cell: (row) => <span title={row.service}>{row.short_service}</span>,
    },
    {
      ...{ id: 'minutes', header: fieldLabel('session', 'actual_minutes'), kind: 'number', width: '5.5rem' },
      ...{ only: 'wide' },
      value: ({ session }) => session.actual_minutes,
      inFile: { header: `${fieldLabel('session', 'actual_minutes')} (minutes)` },
    },
    {
      ...{
        id: 'attendance',
        header: fieldLabel('session', 'attendance'),
        width: '8.25rem',
        tightWidth: '8.25rem',
      },
      value: ({ session }) => ATTENDANCE_LABELS[session.attendance],
      cell: ({ session: { attendance, actual_minutes } }, { isTight }) => (
        <TwoLines first={ATTENDANCE_LABELS[attendance]} second={isTight && `${actual_minutes} min`} />
      ),
    },
    {
      ...{ id: 'flags', header: 'Flags', width: '8.5rem', tightWidth: '5.75rem', only: 'screen' },
      value: (row) => flagsOf(row)[0] ?? null,
      cell: (row) => <Flags row={row} />,
    },
    {
      ...{ id: 'requests', header: fieldLabel('session', 'requests'), only: 'file' },
      value: ({ session }) => requestWords(session),
    },
    {
      ...{ id: 'remarks', header: 'Remarks', only: 'file' },
      value: ({ session }) => remarkLabels(session),
    },
    {
      ...{ id: 'captured', header: fieldLabel('session', 'captured_by'), only: 'file' },
      value: (row) => row.captured_by,
    },
    {
      ...{ id: 'received', header: fieldLabel('session', 'received_at'), kind: 'instant', only: 'wide' },
      width: '7.25rem',
      value: ({ session }) => session.received_at,
      cell: ({ session: { received_at, record_state } }) =>
        received_at === null ? (
          <RecordState state={record_state} />
        ) : (
          <TwoLines
            first={displayDay(pacificDay(received_at))}
            second={displayTime(pacificTime(received_at))}
          />
        ),
    },
  ],
  empty: {
    title: 'No sessions',
    help: 'Try other dates or clear the filters. New sessions appear automatically.',
  },
});
